import { memo, useState } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { Dot } from '#client/lib/dot.tsx';
import type { Component, Elements } from '#client/lib/jsx.ts';
import type { Tone } from '#client/people/child-tones.ts';
import { CompactRow } from '#client/people/compact-row.tsx';
import { NoteMark } from '#client/people/note.tsx';
import { StatusPill } from '#client/people/status-pill.tsx';
import { SyncMark } from '#client/people/sync-mark.tsx';
import { UndoButton } from '#client/people/undo-button.tsx';
import { useVisitor } from '#client/session/use-household.ts';
import type { VisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import type { Status } from '#domain/documents.ts';
import styles from './visitors.module.css';

/** A route's addition below a row, most often nothing; always the same component. */
export type VisitorNote = Component<{ visitor: VisitorView; focusAfter: string }>;

interface Props {
  visitor: VisitorView;
  /** The colour of the child. */
  tone: Tone;
  actions: VisitorActions;
  note: VisitorNote;
  /** The id of the list's heading. */
  focusAfter: string;
  /** Opens the sheet. Always the same function, so that a row renders again only if its own visitor changed. */
  onOpen(visitor: VisitorView): void;
}

/** One friend: status and the parent's phone; all else is in the sheet. */
export const FriendRow = memo(function FriendRow(props: Props) {
  const { parentContact, status } = props.visitor;
  return <VisitorRow {...props} status={status} contact={parentContact} />;
});

/** One guest: status, the tap that changes it and takes effect here at once, and the parent's user id. */
export const GuestRow = memo(function GuestRow(props: Props) {
  const { t, texts } = useTranslation();
  const { visitor: guest, actions } = props;
  const { name, parentContact, undo, timestamp } = guest;
  const { status } = useVisitor(guest);
  const { toggle, failed } = useToggle(guest, status, actions);
  const buttons = (
    <>
      {undo && <UndoButton isSmall at={timestamp} name={name} onUndo={() => actions.undo(guest)} />}
      <Button
        variant="secondary"
        data-moves
        label={status === 'in' ? texts.common.checkOut : texts.common.checkIn}
        aria-label={t(($) => $.people[status === 'in' ? 'checkOutNamed' : 'checkInNamed'], { name })}
        onClick={toggle}
      />
    </>
  );
  return (
    <VisitorRow
      {...props}
      status={status}
      contact={t(($) => $.profile.parentIs, { contact: parentContact })}
      buttons={buttons}
      isCrowded={undo !== undefined}
    >
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
  buttons?: Elements;
  isCrowded?: boolean;
  children?: Elements;
}

function VisitorRow({ visitor, tone, note: Note, focusAfter, onOpen, ...parts }: VisitorRowProps) {
  const { texts } = useTranslation();
  // Tells who is here among those who are not; beside buttons, one of which says the same, stand words that wrap.
  const isPill = parts.status === 'in' && parts.buttons === undefined;
  return (
    <CompactRow
      name={visitor.name}
      tone={tone}
      mark={<NoteMark visitor={visitor} />}
      onOpen={() => onOpen(visitor)}
      action={parts.buttons}
      isCrowded={parts.isCrowded ?? false}
      note={<Note visitor={visitor} focusAfter={focusAfter} />}
    >
      <span className="row gap-1">
        {isPill && <StatusPill status="in" />}
        <span>
          {!isPill && <span>{parts.status === 'in' ? texts.common.checkedIn : texts.common.checkedOut}</span>}
          {!isPill && <Dot />}
          <bdi>{parts.contact}</bdi>
        </span>
        <SyncMark row={visitor.row} />
        {parts.children}
      </span>
    </CompactRow>
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
