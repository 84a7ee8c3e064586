import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { VisitorView } from '#client/data/port.ts';
import { CallLink } from '#client/people/call-link.tsx';
import { PersonRow } from '#client/people/person-row.tsx';
import { RowMark } from '#client/people/row-mark.tsx';
import { StatusPill } from '#client/people/status-pill.tsx';
import type { RowActions } from '#client/people/visitors-section.tsx';
import { useTell } from '#client/session/use-tell.tsx';
import { IconButton } from '#client/ui/buttons/icon-button.tsx';
import { TellButton } from '#client/ui/buttons/tell-button.tsx';

interface Props extends RowActions {
  friend: VisitorView;
}

/** One friend: status, the parent's phone, a call to it, and while the friend is here a message. */
export const FriendRow = memo(function FriendRow({ friend, onEdit, onRemove }: Props) {
  const { t } = useTranslation();
  const tell = useTell();
  const { name, contact, status, row, ref } = friend;
  const actions = (
    <>
      {status === 'in' && <TellButton name={name} onTell={() => tell(ref)} />}
      <CallLink name={name} phone={contact} />
      <IconButton
        aria-label={t(($) => $.people.editNamed, { name })}
        icon={<Pencil size={20} aria-hidden="true" />}
        onClick={() => onEdit(friend)}
      />
      <IconButton
        aria-label={t(($) => $.people.removeNamed, { name })}
        icon={<Trash2 size={20} aria-hidden="true" />}
        onClick={() => onRemove(friend)}
      />
    </>
  );
  return (
    <PersonRow name={name} actions={actions}>
      <StatusPill status={status} />
      <bdi>{contact}</bdi>
      <RowMark row={row} />
    </PersonRow>
  );
});
