import Check from 'lucide-react/icons/check';
import DoorOpen from 'lucide-react/icons/door-open';
import Undo2 from 'lucide-react/icons/undo-2';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import type { MouseEvent } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { Dot } from '#client/lib/dot.tsx';
import type { Elements } from '#client/lib/jsx.ts';
import { PersonName } from '#client/people/person-name.tsx';
import { SyncMark } from '#client/people/sync-mark.tsx';
import { UndoButton } from '#client/people/undo-button.tsx';
import type { VisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { USUAL_REPLY_TIME, useLasting } from '#client/ui/hooks/use-lasting.ts';
import type { Status } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import styles from './rows.module.css';

interface Props {
  visitor: VisitorView;
  /** The status of everybody in this list. */
  listed: Status;
  children: Elements;
}

/** The line of a row: since when, or what the tap just did, once that is stored. It begins with the mark of a tap that waits. */
export function RowState({ visitor, listed, children }: Props) {
  const isWaiting = useLasting(visitor.row !== 'confirmed', USUAL_REPLY_TIME);
  return (
    <>
      {isWaiting && (
        <>
          <SyncMark row={visitor.row} />
          <Dot />
        </>
      )}
      {visitor.status === listed ? (
        children
      ) : (
        <Changed visitor={visitor} isSaving={visitor.row === 'storing' && !isWaiting} />
      )}
    </>
  );
}

/** "Incheckad 17:20", with a tick. Until the outbox has the tap, a browser that is killed may lose it: it is being saved. */
function Changed({ visitor, isSaving }: { visitor: VisitorView; isSaving: boolean }) {
  const { texts, format } = useTranslation();
  const { status, timestamp, hasVisited } = visitor;
  if (isSaving) return <span className={styles.storing}>{texts.common.storing}</span>;
  const state = status === 'in' ? texts.common.checkedIn : texts.common.checkedOut;
  return (
    <span className={status === 'in' ? styles.in : styles.out}>
      <Check size={16} />
      <span>{hasVisited && timestamp ? `${state} ${format.sinceTime(timestamp)}` : state}</span>
    </span>
  );
}

/** "since 15:42", or "15:42" where a row has little room. */
export function Time({ words, time }: { words: string; time: string }) {
  return (
    <>
      <span className={styles.words}>{words}</span>
      <span className={styles.time}>{time}</span>
    </>
  );
}

/** "hos Ella": the child visited. */
export function Host({ name }: { name: string }) {
  const { texts } = useTranslation();
  return (
    <>
      <span className={styles.with}>{`${texts.history.with} `}</span>
      <PersonName>{name}</PersonName>
    </>
  );
}

interface TapProps {
  visitor: VisitorView;
  /** The status of everybody in this list; a tapped visitor has the other one until the list changes. */
  listed: Status;
  actions: VisitorActions;
  /** The visit that the row's tap begins or ends. */
  visit: Id | undefined;
  /** Somebody else just did what the button does; it stays until the list changes. */
  isDone: boolean;
  /** The whole row is its target. */
  isStretched?: boolean;
}

/** The button of a row: checks in or out, then undoes it, in the same place and with the same focus. */
export function RowTap({ visitor, listed, actions, visit, isDone, isStretched }: TapProps) {
  const { t, texts } = useTranslation();
  const { name, status, undo } = visitor;
  // Also if the time given just now is a while ago; but not of an earlier visit, once this one was removed.
  if (status !== listed && undo && undo.visit === visit)
    return (
      <Button
        key="tap"
        variant="quiet"
        data-moves
        data-tap
        className={styles.tap}
        icon={Undo2}
        label={texts.common.undo}
        aria-label={t(($) => $.people.undoNamed, { name })}
        onClick={() => actions.undo(visitor)}
      />
    );
  const isOut = status === 'out';
  const Icon = isOut ? UserRoundCheck : DoorOpen;
  return (
    <Button
      key="tap"
      variant={isDone ? 'quiet' : isOut ? 'checkInSoft' : 'checkOut'}
      data-moves
      data-tap
      className={classes(styles.tap, isStretched && styles.stretched)}
      icon={Icon}
      label={isOut ? texts.common.checkIn : texts.common.checkOut}
      aria-label={t(($) => (isOut ? $.people.checkInNamed : $.people.checkOutNamed), { name })}
      onClick={() => actions.setStatus(visitor, isOut ? 'in' : 'out')}
    />
  );
}

/** The undo of a visitor's latest tap, for five minutes after it, in the list to which the tap moved them. */
export function RowUndo({ visitor, listed, actions }: Omit<TapProps, 'visit' | 'isDone' | 'isStretched'>) {
  const { name, status, timestamp, undo } = visitor;
  if (!undo || status !== listed) return null;
  const undoTap = ({ detail, currentTarget }: MouseEvent) => {
    actions.undo(visitor);
    // This button goes; the keyboard continues at the other one of the row.
    if (detail === 0) currentTarget.closest('li')?.querySelector<HTMLElement>(`.${styles.tap}`)?.focus();
  };
  return (
    <span className={`${styles.undo} stack`}>
      <UndoButton isSmall at={timestamp} name={name} onUndo={undoTap} />
    </span>
  );
}
