import Check from 'lucide-react/icons/check';
import DoorOpen from 'lucide-react/icons/door-open';
import Undo2 from 'lucide-react/icons/undo-2';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import { type MouseEvent, memo, useRef } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { Dot } from '#client/lib/dot.tsx';
import type { Elements } from '#client/lib/jsx.ts';
import { WhetherComing } from '#client/people/coming.tsx';
import { CompactRow } from '#client/people/compact-row.tsx';
import { UndoButton } from '#client/people/list-buttons.tsx';
import { NoteMark, SyncMark } from '#client/people/marks.tsx';
import { PersonName } from '#client/people/person-name.tsx';
import { useViewPart, useVisitor } from '#client/session/use-household.ts';
import type { VisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { USUAL_REPLY_TIME, useTrueFor } from '#client/ui/hooks/use-now.ts';
import type { Status } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import styles from './rows.module.css';

interface RowStateProps {
  visitor: VisitorView;
  listed: Status;
  children: Elements;
}

/** Since when, or the last tap once it is stored: in the space of both, so that no row moves. */
export function RowState({ visitor, listed, children }: RowStateProps) {
  const isWaiting = useTrueFor(visitor.row !== 'confirmed', USUAL_REPLY_TIME);
  const isChanged = visitor.status !== listed;
  return (
    <span className={`${styles.state} stack`}>
      {isChanged && <span className={styles.former}>{children}</span>}
      <span>
        {isWaiting && (
          <>
            <SyncMark row={visitor.row} />
            <Dot />
          </>
        )}
        {isChanged ? (
          <Changed visitor={visitor} isSaving={visitor.row === 'storing' && !isWaiting} />
        ) : (
          children
        )}
      </span>
    </span>
  );
}

/** "Incheckad 17:20"; "saving" until the outbox has it, as a killed browser could lose it. */
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
  /** Its list's status; a tapped visitor has the other one until the list changes. */
  listed: Status;
  actions: VisitorActions;
  visit: Id | undefined;
  /** Another person just did it; stays until the list changes. */
  isDone: boolean;
  isStretched?: boolean;
}

/** Undo takes the button's place and focus. */
export function RowTap({ visitor, listed, actions, visit, isDone, isStretched }: TapProps) {
  const { t, texts } = useTranslation();
  const { name, status, undo } = visitor;
  // Undo however old the given time, but not of an earlier visit once this one was removed.
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

/** Shown for five minutes, in the list to which the tap moved them. */
export function RowUndo({ visitor, listed, actions }: Omit<TapProps, 'visit' | 'isDone' | 'isStretched'>) {
  const { name, status, timestamp, undo } = visitor;
  if (!undo || status !== listed) return null;
  const undoTap = ({ detail, currentTarget }: MouseEvent) => {
    actions.undo(visitor);
    // This button disappears; the keyboard continues at the row's other one.
    if (detail === 0) currentTarget.closest('li')?.querySelector<HTMLElement>(`.${styles.tap}`)?.focus();
  };
  return (
    <span className={`${styles.undo} stack`}>
      <UndoButton isSmall at={timestamp} name={name} onUndo={undoTap} />
    </span>
  );
}

interface Acted {
  shown: VisitorView;
  visitor: VisitorView;
}

/**
 * Freezes the buttons until our own tap or the list changes: others' changes show in words only. A stale
 * press is harmless, as it names a state or the tap to undo.
 */
export function optimisticVisitor(
  before: Acted,
  now: VisitorView,
  shown: VisitorView,
  hasTakenBack = false,
): VisitorView {
  const { visitor } = before;
  const isOwn = now.row !== 'confirmed' || (hasTakenBack && visitor.row !== 'confirmed');
  const isSame = now.status === visitor.status && now.undo?.undoes === visitor.undo?.undoes;
  return isOwn || isSame || shown !== before.shown ? now : visitor;
}

export function useOptimisticVisitor(now: VisitorView, shown: VisitorView): VisitorView {
  const takenBack = useViewPart((view) => view.takenBack);
  const last = useRef({ shown, visitor: now, takenBack });
  const hasTakenBack = takenBack !== last.current.takenBack;
  last.current = { shown, visitor: optimisticVisitor(last.current, now, shown, hasTakenBack), takenBack };
  return last.current.visitor;
}

interface ArrivalRowProps {
  visitor: VisitorView;
  actions: VisitorActions;
  /** In a list of all children; the whole row is then the target. */
  host?: string;
  onOpen?: (visitor: VisitorView) => void;
}

export const ArrivalRow = memo(function ArrivalRow({
  visitor: shown,
  actions,
  host,
  onOpen,
}: ArrivalRowProps) {
  const visitor = useVisitor(shown);
  const acted = useOptimisticVisitor(visitor, shown);
  const tap = { visitor: acted, listed: 'out', actions } as const;
  return (
    <CompactRow
      id={visitor.ref.visitor}
      name={shown.name}
      mark={<NoteMark visitor={visitor} />}
      gone={visitor.status === 'in' ? 'in' : undefined}
      onOpen={onOpen && (() => onOpen(visitor))}
      action={
        <>
          <RowUndo {...tap} />
          <RowTap
            {...tap}
            visit={acted.openVisit?.visit}
            isDone={acted.status !== visitor.status}
            isStretched={host !== undefined}
          />
        </>
      }
    >
      <RowState visitor={visitor} listed="out">
        {host !== undefined && (
          <>
            <Host name={host} />
            <Dot />
          </>
        )}
        <WhetherComing visitor={visitor.status === 'out' ? visitor : shown}>
          <Left visitor={visitor} isShort={host !== undefined} />
        </WhetherComing>
      </RowState>
    </CompactRow>
  );
});

/** "Gick 15:58", short "senast igår", or the kind if never here. */
export function Left({ visitor, isShort }: { visitor: VisitorView; isShort: boolean }) {
  const { hasVisited, timestamp, ref } = visitor;
  const { t, texts, format } = useTranslation();
  const kind = ref.kind === 'guest' ? texts.common.guest : texts.common.friend;
  if (!hasVisited || !timestamp) return <span>{kind}</span>;
  const words = isShort
    ? t(($) => $.hereNow.lastAt, { time: format.sinceShort(timestamp) })
    : t(($) => $.hereNow.leftAt, { time: format.sinceTime(timestamp) });
  return (
    <>
      {ref.kind === 'guest' && <span>{kind}</span>}
      {ref.kind === 'guest' && <Dot />}
      <span>{words}</span>
    </>
  );
}
