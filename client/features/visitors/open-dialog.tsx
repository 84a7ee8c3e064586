import type { VisitorView } from '#client/data/port.ts';
import { useAnswered } from '#client/session/use-answered.ts';
import { useVisitor } from '#client/session/use-household.ts';
import type { Translate } from '#client/translations/translations.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { lazyDialog } from '#client/ui/lazy/lazy-dialog.tsx';
import type { Id } from '#domain/ids.ts';
import type { VisitorRef } from '#domain/paths.ts';

const VisitorDialog = lazyDialog(() =>
  import('./visitor-dialog.tsx').then(({ VisitorDialog: Dialog }) => Dialog),
);

const RemoveDialog = lazyDialog(() =>
  import('#client/people/remove-dialog.tsx').then(({ RemoveDialog: Dialog }) => Dialog),
);

export type DialogPurpose = 'add' | { edit: VisitorView } | { remove: VisitorView };

interface Props {
  purpose: DialogPurpose;
  kind: VisitorRef['kind'];
  child: Id;
  onClose(): void;
}

/** The dialog that adds, edits or removes a visitor; it closes before a toast reports its success. */
export function OpenDialog({ purpose, kind, child, onClose }: Props) {
  const { t } = useTranslation();
  const toast = useToast();
  const succeed = (text: string) => {
    onClose();
    toast({ text });
  };
  if (purpose === 'add' || 'edit' in purpose) {
    const isNewFriend = purpose === 'add' && kind === 'friend';
    return (
      <VisitorDialog
        kind={kind}
        child={child}
        visitor={purpose === 'add' ? undefined : purpose.edit}
        onSaved={() => succeed(isNewFriend ? t(($) => $.people.friendAdded) : t(($) => $.common.success))}
        onClose={onClose}
      />
    );
  }
  const onRemoved = () => succeed(t(($) => $.common.success));
  return <RemoveVisitor {...{ kind, child, onRemoved, onClose }} visitor={purpose.remove} />;
}

interface RemoveVisitorProps extends Omit<Props, 'purpose'> {
  visitor: VisitorView;
  onRemoved(): void;
}

/** Asks before a visitor is removed, who may be checked in or out while the question is open. */
function RemoveVisitor({ visitor, kind, child, onRemoved, onClose }: RemoveVisitorProps) {
  const answered = useAnswered();
  const { name, status, ref } = useVisitor(visitor);
  const consequence = (words: Translate) => {
    const endsVisit = status === 'in' ? `${words(($) => $.removal.removeHere, { name })} ` : '';
    return endsVisit + words(($) => $.removal.removeVisitor, { name });
  };
  return (
    <RemoveDialog
      name={name}
      consequence={consequence}
      remove={() =>
        answered((household) =>
          kind === 'friend'
            ? household.run('deleteFriend', { child, friend: ref.visitor })
            : household.run('deleteGuest', { child, guest: ref.visitor }),
        )
      }
      onRemoved={onRemoved}
      onClose={onClose}
    />
  );
}
