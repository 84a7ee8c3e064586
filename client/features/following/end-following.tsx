import { useAction } from '#client/forms/use-action.ts';
import { useFollowedCalls } from '#client/session/use-followed.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { ConfirmDialog } from '#client/ui/dialogs/confirm-dialog.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { Following } from '#domain/protocol/following-calls.ts';
import { useFollowingMessage } from './following-message.ts';
import { useWhom } from './use-following.ts';

interface Props {
  /** The following, or the question. */
  row: Following;
  onClose(): void;
}

/** Asks before a following is ended or a question taken back, which needs the network. */
export function EndFollowing({ row, onClose }: Props) {
  const { t, texts } = useTranslation(['following']);
  const words = texts.following.confirm;
  const calls = useFollowedCalls();
  const toast = useToast();
  const { isBusy, failure, run } = useAction(useFollowingMessage('end'));
  const isQuestion = row.agreedAt === null;
  const name = row.name ?? '';
  const whom = useWhom(row);
  const end = async () => {
    await calls.end(row.id);
    onClose();
    toast({ text: isQuestion ? words.takenBack : t(($) => $.following.confirm.ended, { whom }) });
  };
  return (
    <ConfirmDialog
      title={isQuestion ? words.takeBackTitle : t(($) => $.following.confirm.endTitle, { whom })}
      confirmLabel={isQuestion ? texts.following.takeBack : texts.following.end}
      busy={isBusy}
      failure={failure}
      onConfirm={() => void run(end)}
      onClose={onClose}
    >
      <p>{isQuestion ? words.takeBackText : t(($) => $.following.confirm.endText, { name })}</p>
      <p className="muted small">{words.network}</p>
    </ConfirmDialog>
  );
}
