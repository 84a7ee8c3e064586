import DoorOpen from 'lucide-react/icons/door-open';
import { type MouseEvent, memo, type ReactNode } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { CallLink } from '#client/people/call-link.tsx';
import { PersonName } from '#client/people/person-name.tsx';
import { StatusPill } from '#client/people/status-pill.tsx';
import { SyncMark } from '#client/people/sync-mark.tsx';
import { UndoButton } from '#client/people/undo-button.tsx';
import { useVisitor } from '#client/session/use-household.ts';
import type { VisitorActions } from '#client/session/use-visitor-actions.ts';
import { useFormat } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { TellButton } from '#client/ui/buttons/tell-button.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { focusHeading } from './focus-heading.ts';
import styles from './here-now.module.css';
import type { PresentVisitor } from './presence.ts';

/** The id of the board's heading. */
export const HEADING = 'here-now';

export interface HereActions {
  actions: VisitorActions;
  /** Renders the question whether somebody who is here has gone home, if it is to be asked. */
  question(visitor: VisitorView): ReactNode;
}

/** A visitor who is here, and the tap that checks them out. */
export const HereCard = memo(function HereCard({
  child,
  visitor,
  actions,
  question,
}: PresentVisitor & HereActions) {
  const { t } = useTranslation();
  const { status } = useVisitor(visitor);
  const { name, parentContact, timestamp, row, undo, ref } = visitor;
  const checkOut = (event: MouseEvent) => {
    actions.setStatus(visitor, 'out');
    focusHeading(HEADING, event);
  };
  const undoTap = (event: MouseEvent) => {
    actions.undo(visitor);
    focusHeading(HEADING, event);
  };
  return (
    <li className={styles.card}>
      <div className={styles.cardTop}>
        <span className={styles.name}>
          <PersonName>{name}</PersonName>
        </span>
        <StatusPill status={status} />
      </div>
      <p className={styles.muted}>
        {timestamp && <Since at={timestamp} />}
        <span className={styles.host}>
          {t(($) => $.hereNow.with)} <PersonName>{child.name}</PersonName>
        </span>
      </p>
      <SyncMark row={row} />
      {question(visitor)}
      <div className={styles.cardActions}>
        <Button
          variant="checkOut"
          data-moves
          wide
          icon={<DoorOpen size={24} aria-hidden="true" />}
          aria-label={t(($) => $.people.checkOutNamed, { name })}
          onClick={checkOut}
        >
          {t(($) => $.common.checkOut)}
        </Button>
        {ref.kind === 'friend' && <CallLink name={name} phone={parentContact} />}
        <TellButton label={t(($) => $.tell.parentOf, { name })} onTell={() => actions.tell(ref)} />
      </div>
      {undo && <UndoButton at={timestamp} name={name} onUndo={undoTap} />}
    </li>
  );
});

/** "Here since 15:42 · 1 h 20 min"; the duration updates itself. */
function Since({ at }: { at: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow(Date.parse(at));
  return (
    <>
      {t(($) => $.hereNow.since, { time: format.sinceTime(at) })}
      {' · '}
      {format.duration(now - Date.parse(at))}
    </>
  );
}
