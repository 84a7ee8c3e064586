import ClockPlus from 'lucide-react/icons/clock-plus';
import DoorOpen from 'lucide-react/icons/door-open';
import type { VisitView } from '#client/data/port.ts';
import { CallLink } from '#client/people/call-link.tsx';
import { PersonName } from '#client/people/person-name.tsx';
import { VisitChip } from '#client/people/status-pill.tsx';
import { SyncMark } from '#client/people/sync-mark.tsx';
import { UndoButton } from '#client/people/undo-button.tsx';
import { visitSpan } from '#client/people/visit-span.ts';
import { VisitTime } from '#client/people/visit-time.tsx';
import { findVisitor } from '#client/session/undo.ts';
import { useViewPart } from '#client/session/use-household.ts';
import { useVisitorActions } from '#client/session/use-visitor-actions.ts';
import { useFormat } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { TellButton } from '#client/ui/buttons/tell-button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import type { ArrivedOrLeft } from '#domain/documents.ts';
import styles from './visit.module.css';

interface Props {
  visit: VisitView;
  onCorrect(end: ArrivedOrLeft): void;
  onClose(): void;
}

/** The sheet itself. Every action but calling closes it. */
export function VisitDialog({ visit, onCorrect, onClose }: Props) {
  const { t } = useTranslation();
  const { name, childName, open, arrived, left, undo, row, ref } = visit;
  const actions = useVisitorActions();
  const visitor = useViewPart(({ children }) => findVisitor(children, ref));
  const thenClose = (act: () => void) => () => {
    act();
    onClose();
  };
  const title = (
    <>
      <PersonName>{name}</PersonName> {t(($) => $.history.with)} <PersonName>{childName}</PersonName>
    </>
  );
  return (
    <Dialog open title={title} onClose={onClose}>
      <div className={styles.sheet}>
        <p className={styles.state}>
          <VisitChip open={open} />
          <Duration visit={visit} />
          <SyncMark row={row} />
        </p>
        <dl className={styles.ends}>
          <VisitTime visit={visit} end="arrived" />
          <VisitTime visit={visit} end="left" />
        </dl>
        <div className={styles.actions}>
          {open && visitor && (
            <Button
              variant="checkOut"
              wide
              icon={<DoorOpen size={24} aria-hidden="true" />}
              aria-label={t(($) => $.people.checkOutNamed, { name })}
              onClick={thenClose(() => actions.setStatus(visitor, 'out'))}
            >
              {t(($) => $.common.checkOut)}
            </Button>
          )}
          <Button
            variant="secondary"
            icon={<ClockPlus size={20} aria-hidden="true" />}
            onClick={() => onCorrect(open ? 'arrived' : 'left')}
          >
            {t(($) => $.history.correct)}
          </Button>
          {undo && (
            <UndoButton
              at={(left ?? arrived)?.at}
              name={name}
              onUndo={thenClose(() => actions.undo(visit))}
            />
          )}
          {visitor?.ref.kind === 'friend' && <CallLink name={name} phone={visitor.parentContact} />}
          {visitor && (
            <TellButton
              label={t(($) => $.tell.parentOf, { name })}
              onTell={thenClose(() => actions.tell(ref))}
            />
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** "1 h 20 min", until now while the visit is open; nothing if an end is unknown. */
function Duration({ visit }: { visit: VisitView }) {
  const format = useFormat();
  const now = useNow(Date.parse(visit.arrived?.at ?? ''));
  const { from, to } = visitSpan(visit, now);
  if (!visit.arrived || (!visit.left && !visit.open)) return null;
  return <span className={styles.duration}>{format.duration(to - from)}</span>;
}
