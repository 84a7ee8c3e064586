import DoorOpen from 'lucide-react/icons/door-open';
import Undo2 from 'lucide-react/icons/undo-2';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import type { MouseEvent } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { UNDO_SHOWN_FOR, UndoButton } from '#client/people/undo-button.tsx';
import type { VisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { useIsRecent } from '#client/ui/hooks/use-now.ts';
import type { Status } from '#domain/documents.ts';
import styles from './rows.module.css';

interface Props {
  visitor: VisitorView;
  /** The status of everybody in this list; a tapped visitor has the other one until the list changes. */
  listed: Status;
  actions: VisitorActions;
  /** Somebody else just did what the button does; it stays until the list changes. */
  isDone: boolean;
  /** The whole row is its target. */
  isStretched?: boolean;
}

/** The button of a row: checks in or out, then undoes it, in the same place and with the same focus. */
export function RowTap({ visitor, listed, actions, isDone, isStretched }: Props) {
  const { t, texts } = useTranslation();
  const { name, status, timestamp, undo } = visitor;
  const isGone = status !== listed;
  const isRecent = useIsRecent(isGone ? timestamp : undefined, UNDO_SHOWN_FOR);
  if (isGone && isRecent && undo)
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
      variant={isDone ? 'quiet' : isOut ? 'checkIn' : 'checkOut'}
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
export function RowUndo({ visitor, listed, actions }: Omit<Props, 'isDone' | 'isStretched'>) {
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
