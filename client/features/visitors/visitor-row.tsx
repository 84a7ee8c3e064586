import { type ComponentType, memo, type ReactNode, useState } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { CallLink } from '#client/people/call-link.tsx';
import { EditButtons } from '#client/people/person-buttons.tsx';
import type { PersonPurpose } from '#client/people/person-dialog.tsx';
import { PersonRow } from '#client/people/person-row.tsx';
import { StatusPill } from '#client/people/status-pill.tsx';
import { SyncMark } from '#client/people/sync-mark.tsx';
import { UndoButton } from '#client/people/undo-button.tsx';
import { useVisitor } from '#client/session/use-household.ts';
import type { VisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { TellButton } from '#client/ui/buttons/tell-button.tsx';
import type { Status } from '#domain/documents.ts';
import { fieldsOf, visitorField } from '#domain/visitor-fields.ts';
import styles from './visitor-row.module.css';

/** A route's addition below a row; always the same component. */
export type VisitorNote = ComponentType<{ visitor: VisitorView; focusAfter: string }>;

interface Props {
  visitor: VisitorView;
  actions: VisitorActions;
  note: VisitorNote;
  /** The id of the list's heading. */
  focusAfter: string;
  /** Always the same function, so that a row renders again only if its own visitor changed. */
  onAsk(purpose: PersonPurpose): void;
}

/** One friend: status, the parent's phone and a call to it. */
export const FriendRow = memo(function FriendRow(props: Props) {
  const { name, parentContact, status } = props.visitor;
  return (
    <VisitorRow
      {...props}
      status={status}
      contact={parentContact}
      call={<CallLink name={name} phone={parentContact} />}
    />
  );
});

/** One guest: status, the tap that changes it and takes effect here at once, and the parent's user id. */
export const GuestRow = memo(function GuestRow(props: Props) {
  const { t, texts } = useTranslation();
  const { visitor: guest, actions } = props;
  const { name, parentContact, undo, timestamp } = guest;
  const { status } = useVisitor(guest);
  const { toggle, failed } = useToggle(guest, status, actions);
  const button = (
    <Button
      variant="secondary"
      data-moves
      label={status === 'in' ? texts.common.checkOut : texts.common.checkIn}
      aria-label={t(($) => $.people[status === 'in' ? 'checkOutNamed' : 'checkInNamed'], { name })}
      onClick={toggle}
    />
  );
  return (
    <VisitorRow
      {...props}
      status={status}
      contact={t(($) => $.profile.parentIs, { contact: parentContact })}
      toggle={button}
    >
      {undo && <UndoButton at={timestamp} name={name} onUndo={() => actions.undo(guest)} />}
      {failed && (
        <span role="alert" className={styles.failed}>
          {texts.people.statusNotSaved}
        </span>
      )}
    </VisitorRow>
  );
});

interface VisitorRowProps extends Props {
  status: Status;
  contact: string;
  toggle?: ReactNode;
  call?: ReactNode;
  children?: ReactNode;
}

function VisitorRow({ visitor, actions, note: Note, focusAfter, onAsk, ...parts }: VisitorRowProps) {
  const { t } = useTranslation();
  const { name, row, ref, fields } = visitor;
  const details = fieldsOf(ref.kind).filter((field) => visitorField(field).detail && fields[field]);
  const buttons = (
    <>
      {parts.toggle}
      {visitor.status === 'in' && (
        <TellButton label={t(($) => $.tell.parentOf, { name })} onTell={() => actions.tell(ref)} />
      )}
      {parts.call}
      <EditButtons person={visitor} onAsk={onAsk} />
    </>
  );
  return (
    <PersonRow
      name={name}
      actions={buttons}
      note={visitor.linkRefusal && <Note visitor={visitor} focusAfter={focusAfter} />}
    >
      <StatusPill status={parts.status} />
      <bdi>{parts.contact}</bdi>
      {details.map((field) => (
        <bdi key={field}>{fields[field]}</bdi>
      ))}
      <SyncMark row={row} />
      {parts.children}
    </PersonRow>
  );
}

/** Toggles a guest's status. A failure is logged and marks the row. */
function useToggle(guest: VisitorView, status: Status, actions: VisitorActions) {
  const [failed, setFailed] = useState(false);
  const toggle = () =>
    actions.setStatus(guest, status === 'in' ? 'out' : 'in', (failure) => {
      setFailed(failure !== undefined);
      if (failure !== undefined) console.error('The status of a guest was not saved:', failure);
    });
  return { toggle, failed };
}
