import House from 'lucide-react/icons/house';
import { type MouseEvent, memo } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { CallLink } from '#client/people/call-link.tsx';
import { PersonRow } from '#client/people/person-row.tsx';
import { StatusPill } from '#client/people/status-pill.tsx';
import { SyncMark } from '#client/people/sync-mark.tsx';
import { UndoButton } from '#client/people/undo-button.tsx';
import { useVisitor } from '#client/session/use-household.ts';
import type { VisitorActions } from '#client/session/use-visitor-actions.ts';
import { useFormat } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { TellButton } from '#client/ui/buttons/tell-button.tsx';
import { focusHeading } from './focus-heading.ts';
import styles from './here-now.module.css';

interface Props {
  visitor: VisitorView;
  actions: VisitorActions;
  /** The id of the list's heading. */
  heading: string;
}

/** A visitor who is out, and the tap that checks them in. */
export const AwayRow = memo(function AwayRow({ visitor, actions, heading }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { status } = useVisitor(visitor);
  const { name, parentContact, hasVisited, timestamp, row, undo, ref } = visitor;
  const checkIn = (event: MouseEvent) => {
    actions.setStatus(visitor, 'in');
    focusHeading(heading, event);
  };
  const undoTap = (event: MouseEvent) => {
    actions.undo(visitor);
    focusHeading(heading, event);
  };
  const buttons = (
    <>
      {ref.kind === 'friend' && <CallLink name={name} phone={parentContact} />}
      {undo && (
        <UndoButton at={timestamp} name={name} onUndo={undoTap}>
          <TellButton label={t(($) => $.tell.parentOf, { name })} onTell={() => actions.tell(ref)} />
        </UndoButton>
      )}
      <Button
        variant="checkIn"
        data-moves
        className={styles.rowTap}
        icon={<House size={22} aria-hidden="true" />}
        aria-label={t(($) => $.people.checkInNamed, { name })}
        onClick={checkIn}
      >
        {t(($) => $.common.checkIn)}
      </Button>
    </>
  );
  return (
    <PersonRow name={name} actions={buttons}>
      <StatusPill status={status} />
      {ref.kind === 'guest' && <span>{t(($) => $.common.guest)}</span>}
      {hasVisited && timestamp && (
        <span>{t(($) => $.hereNow.leftAt, { time: format.sinceTime(timestamp) })}</span>
      )}
      <SyncMark row={row} />
    </PersonRow>
  );
});
