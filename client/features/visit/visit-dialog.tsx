import DoorOpen from 'lucide-react/icons/door-open';
import Pencil from 'lucide-react/icons/pencil';
import type { VisitorView, VisitView } from '#client/data/port.ts';
import { Dot } from '#client/lib/dot.tsx';
import type { Component } from '#client/lib/jsx.ts';
import { present } from '#client/lib/present.ts';
import { ByWhom } from '#client/people/by-whom.tsx';
import { CorrectionTrail } from '#client/people/correction-trail.tsx';
import { NoteText } from '#client/people/note.tsx';
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
import { MINUTE_MS } from '#domain/time.ts';
import { GoneQuestion } from './gone-question.tsx';
import { useVisitActions } from './use-visit-actions.ts';
import styles from './visit.module.css';

/** A route's addition below the sheet's actions. */
export type SheetAddition = Component<{
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

/** The sheet itself, in the order of use. Every action but calling closes it. */
export function VisitDialog({ visit, addition: Addition, onCorrect, onClose }: Props) {
  const { texts } = useTranslation();
  const { name, childName, open, row, ref } = visit;
  const visitor = useVisitorIfAny(ref);
  const title = (
    <>
      <PersonName>{name}</PersonName>
      <span>{` ${texts.history.with} `}</span>
      <PersonName>{childName}</PersonName>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack gap-4">
        <div className={`${styles.state} row`}>
          <VisitChip open={open} />
          <Duration visit={visit} />
          <SyncMark row={row} />
          {visit.undo && <UndoTap visit={visit} onClose={onClose} />}
        </div>
        <NoteText visitor={visitor} />
        {open && visitor && (
          <GoneQuestion visitor={visitor} onChooseTime={() => onCorrect('left')} onAnswered={onClose} />
        )}
        {visitor && <Actions visit={visit} visitor={visitor} onClose={onClose} />}
        <div className="stack gap-2">
          <VisitEnd visit={visit} end="arrived" onCorrect={onCorrect} onMoved={onClose} />
          <VisitEnd visit={visit} end="left" onCorrect={onCorrect} onMoved={onClose} />
        </div>
        <Marks visit={visit} />
        <Addition visit={visit} visitor={visitor} onDone={onClose} />
        <Remove visit={visit} onClose={onClose} />
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
      {added && <span>{t(($) => $.history.added, { time: format.sinceTime(added.at) })}</span>}
      {added && by(added)}
      {added && stays && <Dot />}
      {stays && <span>{texts.history.staysNight}</span>}
      {stays && by(stays)}
    </p>
  );
}

interface ActionProps {
  visit: VisitView;
  onClose(): void;
}

/** The buttons that are needed most: the check-out, and the parent. */
function Actions({ visit, visitor, onClose }: ActionProps & { visitor: VisitorView }) {
  const { t, texts } = useTranslation();
  const presence = useVisitorActions();
  const thenClose = (act: () => void) => () => {
    act();
    onClose();
  };
  return (
    <>
      {visit.open && (
        <Button
          variant="checkOut"
          wide
          icon={DoorOpen}
          iconSize={24}
          label={texts.common.checkOut}
          aria-label={t(($) => $.people.checkOutNamed, { name: visit.name })}
          onClick={thenClose(() => presence.setStatus(visitor, 'out'))}
        />
      )}
      <div className={`${styles.contact} stack gap-2`}>
        <ContactButtons visitor={visitor} onTell={thenClose(() => presence.tell(visit.ref))} />
      </div>
    </>
  );
}

function UndoTap({ visit, onClose }: ActionProps) {
  const { undo } = useVisitorActions();
  const undoTap = () => {
    undo(visit);
    onClose();
  };
  return (
    <span className={styles.undo}>
      <UndoButton at={(visit.left ?? visit.arrived)?.at} name={visit.name} onUndo={undoTap} />
    </span>
  );
}

/** The last and the quietest of what the sheet does. */
function Remove({ visit, onClose }: ActionProps) {
  const { texts } = useTranslation();
  const actions = useVisitActions();
  const remove = () => {
    actions.remove(visit);
    onClose();
  };
  const look = `${styles.remove} small`;
  return <Button variant="quiet" className={look} label={texts.visit.remove} onClick={remove} />;
}

/** "1 h 20 min", until now while the visit is open; nothing if an end is unknown. */
function Duration({ visit }: { visit: VisitView }) {
  const { format } = useTranslation();
  const now = useNow();
  if (!visit.arrived || (!visit.left && !visit.open)) return null;
  const ms = shownTime(visitSpan(visit, now));
  return <span className="muted numbers">{(visit.open ? format.soFar : format.duration)(ms)}</span>;
}

interface VisitEndProps {
  visit: VisitView;
  end: ArrivedOrLeft;
  onCorrect(end: ArrivedOrLeft): void;
  /** Called as a chip moves the time. */
  onMoved(): void;
}

/** The time when a visit began or ended, as a button that corrects it, chips that make it earlier, and its corrections. */
function VisitEnd({ visit, end, onCorrect, onMoved }: VisitEndProps) {
  const { t, texts, format } = useTranslation();
  const parents = useViewPart((view) => view.parents);
  const moment = visit[end];
  const isOngoing = end === 'left' && visit.open;
  const label = isOngoing ? texts.history.goingHome : t(($) => $.history[end]);
  const corrections = visit.corrections.filter((one) => one.end === end);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
    <div role="group" aria-label={label} className="stack gap-1">
      <div className="row gap-2">
        <button type="button" className={`${styles.endButton} stack`} onClick={() => onCorrect(end)}>
          <span className="muted small">{`${label} `}</span>
          <span className={`${styles.time} row gap-1 strong numbers`}>
            {moment ? (
              <time dateTime={moment.at}>{format.sinceTime(moment.at)}</time>
            ) : (
              <span>{isOngoing ? '–' : texts.history.unknown}</span>
            )}
            <Pencil size={16} />
          </span>
          <span className="visually-hidden">
            {` ${moment ? texts.visit.correctEnd : texts.visit.giveTime}`}
          </span>
        </button>
        {(moment || isOngoing) && <Earlier visit={visit} end={end} onMoved={onMoved} />}
      </div>
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

const STEPS = [15, 30, 60] as const;

/** "Came a quarter of an hour earlier", "left half an hour ago", in one press, once there was time for one. */
function Earlier({ visit, end, onMoved }: Pick<VisitEndProps, 'visit' | 'end' | 'onMoved'>) {
  const { t } = useTranslation();
  const { move } = useVisitActions();
  const now = useNow();
  const from = (at: number) => Date.parse(visit[end]?.at ?? '') || at;
  const isBeforeArrival = (at: number) => end === 'left' && at <= Date.parse(visit.arrived?.at ?? '');
  if (!visit[end] && isBeforeArrival(now - STEPS[0] * MINUTE_MS)) return null;
  return (
    <div className={`${styles.steps} flow gap-2`}>
      {STEPS.map((minutes) => {
        const label = t(($) => $.addVisit.earlier, { minutes });
        return (
          <Button
            key={minutes}
            variant="secondary"
            className={`${styles.step} numbers`}
            disabled={isBeforeArrival(from(now) - minutes * MINUTE_MS)}
            label={label}
            aria-label={`${label}, ${t(($) => $.history[end])}`}
            onClick={() => {
              move(visit, end, from(present()) - minutes * MINUTE_MS);
              onMoved();
            }}
          />
        );
      })}
    </div>
  );
}
