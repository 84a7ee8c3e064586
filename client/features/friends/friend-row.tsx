import Pencil from 'lucide-react/icons/pencil';
import Phone from 'lucide-react/icons/phone';
import Trash2 from 'lucide-react/icons/trash-2';
import { useTranslation } from 'react-i18next';
import type { VisitorView } from '#client/data/port.ts';
import iconButton from '#client/ui/icon-button.module.css';
import { IconButton } from '#client/ui/icon-button.tsx';
import { PersonRow } from '#client/ui/person-row.tsx';
import { RowMark } from '#client/ui/row-mark.tsx';
import { StatusPill } from '#client/ui/status-pill.tsx';
import type { RowActions } from '#client/ui/visitors-section.tsx';

interface Props extends RowActions {
  friend: VisitorView;
}

/** One friend: status, the parent's phone and a call to it. */
export function FriendRow({ friend, onEdit, onRemove }: Props) {
  const { t } = useTranslation();
  const { name, contact, status, row } = friend;
  const actions = (
    <>
      <a
        className={iconButton.button}
        href={`tel:${contact.replace(/[^0-9+]/g, '')}`}
        aria-label={t(($) => $.people.callParentOf, { name })}
      >
        <Phone size={20} aria-hidden="true" />
      </a>
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
}
