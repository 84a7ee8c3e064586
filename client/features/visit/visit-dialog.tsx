import DoorOpen from 'lucide-react/icons/door-open';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ComponentType } from 'react';
import type { VisitorView, VisitView } from '#client/data/port.ts';
import { ByWhom } from '#client/people/by-whom.tsx';
import { CorrectionTrail } from '#client/people/correction-trail.tsx';
import { ContactButtons } from '#client/people/person-buttons.tsx';
import { PersonName } from '#client/people/person-name.tsx';
import { VisitChip } from '#client/people/status-pill.tsx';
import { SyncMark } from '#client/people/sync-mark.tsx';
import { UndoButton } from '#client/people/undo-button.tsx';
import { shownTime, visitSpan } from '#client/people/visit-span.ts';
import { useViewPart, useVisitorIfAny } from '#client/session/use-household.ts';
import { useVisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import type { ArrivedOrLeft } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { GoneQuestion } from './gone-question.tsx';
import { useVisitActions } from './use-visit-actions.ts';
import styles from './visit.module.css';

/** A route's addition below the sheet's actions. */
export type SheetAddition = ComponentType<{
  visit: VisitView;
  /** Undefined once the visitor was removed. */
  visitor: VisitorView | undefined;
  /** Closes the sheet. */
  onDone(): void;
}>;

interface Props {
  visit: VisitView;
  addition: SheetAddition;
  onCorrect(end: ArrivedOrLeft): void;
  onClose(): void;
}

/** The sheet itself. Every action but calling closes it. */
export function VisitDialog({ visit, addition: Addition, onCorrect, onClose }: Props) {
  const { texts } = useTranslation();
  const { name, childName, open, row, ref } = visit;
  const visitor = useVisitorIfAny(ref);
  const title = (
    <>
      <PersonName>{name}</PersonName> {texts.history.with} <PersonName>{childName}</PersonName>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack gap-4">
        <div className={`${styles.state} row`}>
          <VisitChip open={open} />
          <Duration visit={visit} />
          <SyncMark row={row} />
        </div>
        {open && visitor && (
          <GoneQuestion visitor={visitor} onChooseTime={() => onCorrect('left')} onAnswered={onClose} />
        )}
        <div className={`${styles.ends} stack gap-3`}>
          <VisitEnd visit={visit} end="arrived" onCorrect={onCorrect} />
          <VisitEnd visit={visit} end="left" onCorrect={onCorrect} />
        </div>
        <Marks visit={visit} />
        <Actions visit={visit} visitor={visitor} onClose={onClose} />
        <Addition visit={visit} visitor={visitor} onDone={onClose} />
      </div>
    </Dialog>
  );
}

/** The notes on the visit beside its times: that it was added afterwards, or lasts the night. */
function Marks({ visit: { added, staysNight, open } }: { visit: VisitView }) {
  const { t, texts, format } = useTranslation();
  const parents = useViewPart((view) => view.parents);
  const stays = open ? staysNight : undefined;
  if (!added && !stays) return null;
  const by = (mark: { by: Id }) => <ByWhom lead=" " parents={parents} uids={[mark.by]} />;
  return (
    <p className="muted">
      {added && t(($) => $.history.added, { time: format.sinceTime(added.at) })}
      {added && by(added)}
      {added && stays && ' · '}
      {stays && texts.history.staysNight}
      {stays && by(stays)}
    </p>
  );
}

interface ActionsProps {
  visit: VisitView;
  visitor: VisitorView | undefined;
  onClose(): void;
}

function Actions({ visit, visitor, onClose }: ActionsProps) {
  const { t, texts } = useTranslation();
  const { name, open, arrived, left, undo, ref } = visit;
  const presence = useVisitorActions();
  const actions = useVisitActions();
  const thenClose = (act: () => void) => () => {
    act();
    onClose();
  };
  return (
    <div className="row gap-2">
      {open && visitor && (
        <Button
          variant="checkOut"
          wide
          icon={DoorOpen}
          iconSize={24}
          label={texts.common.checkOut}
          aria-label={t(($) => $.people.checkOutNamed, { name })}
          onClick={thenClose(() => presence.setStatus(visitor, 'out'))}
        />
      )}
      <Button
        variant="quiet"
        className={styles.remove}
        icon={Trash2}
        label={texts.visit.remove}
        onClick={thenClose(() => actions.remove(visit))}
      />
      {undo && (
        <UndoButton at={(left ?? arrived)?.at} name={name} onUndo={thenClose(() => presence.undo(visit))} />
      )}
      <span className={`${styles.contact} flow gap-2`}>
        {visitor && <ContactButtons visitor={visitor} onTell={thenClose(() => presence.tell(ref))} />}
      </span>
    </div>
  );
}

/** "1 h 20 min", until now while the visit is open; nothing if an end is unknown. */
function Duration({ visit }: { visit: VisitView }) {
  const { format } = useTranslation();
  const now = useNow(Date.parse(visit.arrived?.at ?? ''));
  if (!visit.arrived || (!visit.left && !visit.open)) return null;
  const ms = shownTime(visitSpan(visit, now));
  return <span className="muted numbers">{(visit.open ? format.soFar : format.duration)(ms)}</span>;
}

interface VisitEndProps {
  visit: VisitView;
  end: ArrivedOrLeft;
  onCorrect(end: ArrivedOrLeft): void;
}

/** The time when a visit began or ended, as a button that corrects it, and its corrections. */
function VisitEnd({ visit, end, onCorrect }: VisitEndProps) {
  const { t, texts, format } = useTranslation();
  const parents = useViewPart((view) => view.parents);
  const moment = visit[end];
  const isOngoing = end === 'left' && visit.open;
  const corrections = visit.corrections.filter((one) => one.end === end);
  const unknown = isOngoing ? texts.history.stillHere : texts.history.unknown;
  return (
    <div className="stack gap-1">
      <button type="button" className={`${styles.endButton} stack gap-1`} onClick={() => onCorrect(end)}>
        <span className="muted">{t(($) => $.history[end])} </span>
        {moment ? (
          <time className={`${styles.time} strong wrap numbers`} dateTime={moment.at}>
            {format.sinceTime(moment.at)}
          </time>
        ) : (
          <span className={`${styles.time} strong wrap numbers`}>{unknown}</span>
        )}
        <span className={`${styles.correct} inline gap-1 small strong`}>
          <Pencil size={16} /> {moment ? texts.visit.correctEnd : texts.visit.giveTime}
        </span>
      </button>
      {parents && moment && (
        <p className="muted small">
          <ByWhom parents={parents} uids={[moment.by]} />
        </p>
      )}
      {moment?.certainty === 'uncertain' && <p className="muted small">{texts.history.uncertain}</p>}
      <CorrectionTrail corrections={corrections} parents={parents} />
    </div>
  );
}
