import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VisitorView } from '#client/data/port.ts';
import { PersonRow } from '#client/people/person-row.tsx';
import { RecentUndo } from '#client/people/recent-undo.tsx';
import { RowMark } from '#client/people/row-mark.tsx';
import { StatusPill } from '#client/people/status-pill.tsx';
import type { RowActions } from '#client/people/visitors-section.tsx';
import { useVisitor } from '#client/session/use-household.ts';
import type { VisitorActions } from '#client/session/use-visitor-actions.ts';
import { Button } from '#client/ui/buttons/button.tsx';
import { IconButton } from '#client/ui/buttons/icon-button.tsx';
import { TellButton } from '#client/ui/buttons/tell-button.tsx';
import type { Status } from '#domain/documents.ts';
import styles from './guests.module.css';

interface Props extends RowActions {
  guest: VisitorView;
  actions: VisitorActions;
}

/** One guest: status, how it is toggled, and whose child it is. */
export const GuestRow = memo(function GuestRow({ guest, actions, onEdit, onRemove }: Props) {
  const { t } = useTranslation();
  const { status } = useVisitor(guest);
  const { name, contact, row, undo, timestamp, ref } = guest;
  const { toggle, failed } = useToggle(guest, status, actions);
  const buttons = (
    <>
      <Button
        variant="secondary"
        data-moves
        aria-label={
          status === 'in'
            ? t(($) => $.people.checkOutNamed, { name })
            : t(($) => $.people.checkInNamed, { name })
        }
        onClick={() => void toggle()}
      >
        {status === 'in' ? t(($) => $.common.checkOut) : t(($) => $.common.checkIn)}
      </Button>
      {guest.status === 'in' && <TellButton name={name} onTell={() => actions.tell(ref)} />}
      <IconButton
        aria-label={t(($) => $.people.editNamed, { name })}
        icon={<Pencil size={20} aria-hidden="true" />}
        onClick={() => onEdit(guest)}
      />
      <IconButton
        aria-label={t(($) => $.people.removeNamed, { name })}
        icon={<Trash2 size={20} aria-hidden="true" />}
        onClick={() => onRemove(guest)}
      />
    </>
  );
  return (
    <PersonRow name={name} actions={buttons}>
      <StatusPill status={status} />
      <bdi>{t(($) => $.people.parentIs, { contact })}</bdi>
      <RowMark row={row} />
      {undo && <RecentUndo at={timestamp} name={name} onUndo={() => void actions.undo(guest)} />}
      {failed && (
        <span role="alert" className={styles.failed}>
          {t(($) => $.people.statusNotSaved)}
        </span>
      )}
    </PersonRow>
  );
});

/** Sets the other status. A failure goes to the log and marks the row (specification, section 8). */
function useToggle(guest: VisitorView, status: Status, actions: VisitorActions) {
  const [failed, setFailed] = useState(false);
  const toggle = async () => {
    const failure = await actions.trySetStatus(guest, status === 'in' ? 'out' : 'in');
    setFailed(failure !== undefined);
    if (failure !== undefined) console.error('The status of a guest was not saved:', failure);
  };
  return { toggle, failed };
}
