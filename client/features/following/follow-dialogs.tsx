import { useId } from 'react';
import * as v from 'valibot';
import { FormDialog } from '#client/forms/command-form.tsx';
import { TextArea } from '#client/forms/field.tsx';
import { useSendForm } from '#client/forms/send-form.tsx';
import { useAction } from '#client/forms/use-action.ts';
import { useFollowedCalls } from '#client/session/use-followed.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { ConfirmDialog } from '#client/ui/dialogs/dialog.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { secretIn } from '#domain/links/link-secret.ts';
import { LINK_PAGE } from '#domain/pages/pages.ts';
import type { Follow } from '#domain/protocol/following-calls.ts';
import { useFollowingErrors, useWhom } from './use-following.ts';

export function FollowDialog({ onClose }: { onClose: () => void }) {
  const { texts } = useTranslation('details');
  const { ask } = texts.following;
  const calls = useFollowedCalls();
  const toast = useToast();
  const id = useId();
  const form = useSendForm({
    schemas: { link: linkSchema },
    saved: { link: '' },
    errors: useFollowingErrors(),
    send: async ({ link }) => {
      await calls.ask(pastedSecret(link) ?? '');
      onClose();
      toast({ text: ask.done });
    },
  });
  return (
    <FormDialog
      id={id}
      title={texts.people.followChild}
      submit={ask.submit}
      isBusy={form.isBusy}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <TextArea
        label={ask.label}
        hint={ask.hint}
        rows={3}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.input('link', { missing: ask.missing, wrong: ask.noLink })}
      />
      {form.failure && <ErrorBox>{form.failure}</ErrorBox>}
    </FormDialog>
  );
}

/** Some messengers write # as %23. */
const LINK = new RegExp(`${LINK_PAGE}/?(?:\\?[^\\s#]*?)?(?:#|%(?:25)*23)(\\S+)`, 'i');

export function pastedSecret(text: string): string | undefined {
  return secretIn(LINK.exec(text)?.[1] ?? '');
}

const linkSchema = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('empty'),
  v.check((text) => pastedSecret(text) !== undefined, 'characters'),
);

interface EndFollowingProps {
  row: Follow;
  onClose(): void;
}

export function EndFollowing({ row, onClose }: EndFollowingProps) {
  const { t, texts } = useTranslation('details');
  const words = texts.following.confirm;
  const calls = useFollowedCalls();
  const toast = useToast();
  const { isBusy, failure, run } = useAction();
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
      {...{ isBusy, failure, onClose }}
      title={isQuestion ? words.takeBackTitle : t(($) => $.following.confirm.endTitle, { whom })}
      confirmLabel={isQuestion ? texts.following.takeBack : texts.following.end}
      onConfirm={() => void run(end)}
    >
      <p>{isQuestion ? words.takeBackText : t(($) => $.following.confirm.endText, { name })}</p>
      <p className="muted small">{words.network}</p>
    </ConfirmDialog>
  );
}
