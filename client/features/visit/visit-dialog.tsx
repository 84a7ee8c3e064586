import DoorOpen from 'lucide-react/icons/door-open';
import Pencil from 'lucide-react/icons/pencil';
import type { VisitorView, VisitView } from '#client/data/port.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { Dot } from '#client/lib/dot.tsx';
import type { Component } from '#client/lib/jsx.ts';
import { ByWhom } from '#client/people/by-whom.tsx';
import { UndoButton } from '#client/people/list-buttons.tsx';
import { NoteText, SyncMark, VisitChip } from '#client/people/marks.tsx';
import { ContactButtons } from '#client/people/person-buttons.tsx';
import { PersonName } from '#client/people/person-name.tsx';
import { shownTime, visitSpan } from '#client/people/visit-span.ts';
import { CorrectionTrail } from '#client/people/visit-words.tsx';
import { useViewPart, useVisitorIfAny } from '#client/session/use-household.ts';
import { useVisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import type { ArrivedOrLeft } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { StillHerePrompt } from './still-here-prompt.tsx';
import { useVisitActions } from './use-visit-actions.ts';
import styles from './visit.module.css';

interface Props {
  visit: VisitView;
  /** Must be a stable component. */
  addition: Component<{ visit: VisitView; visitor: VisitorView | undefined; onDone(): void }>;
  onCorrect(end: ArrivedOrLeft): void;
  onClose(): void;
}

/** In the order of use. Every action but calling closes it. */
export function VisitDialog({ visit, addition: Addition, onCorrect, onClose }: Props) {
  const { t, texts } = useTranslation();
  const { name, childName, open, row, ref } = visit;
  const visitor = useVisitorIfAny(ref);
  const presence = useVisitorActions();
  const thenClose = (act: () => void) => () => {
    act();
    onClose();
  };
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
          {visit.undo && (
            <span className={styles.undo}>
              <UndoButton
                at={(visit.left ?? visit.arrived)?.at}
                name={name}
                onUndo={thenClose(() => presence.undo(visit))}
              />
            </span>
          )}
        </div>
        <NoteText visitor={visitor} />
        {open && visitor && (
          <StillHerePrompt visitor={visitor} onChooseTime={() => onCorrect('left')} onAnswered={onClose} />
        )}
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
        {visitor && (
          <div className="columns stack gap-2">
            <ContactButtons
              visitor={visitor}
              onMessageParent={thenClose(() => presence.messageParent(ref))}
            />
          </div>
        )}
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

function Remove({ visit, onClose }: { visit: VisitView; onClose(): void }) {
  const { texts } = useTranslation('details');
  const actions = useVisitActions();
  const remove = () => {
    void actions.remove(visit);
    onClose();
  };
  const look = `${styles.remove} small`;
  return <Button variant="quiet" className={look} label={texts.visit.remove} onClick={remove} />;
}

/** "1 h 20 min"; nothing if an end is unknown. */
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
  onMoved(): void;
}

function VisitEnd({ visit, end, onCorrect, onMoved }: VisitEndProps) {
  const { t, texts, format } = useTranslation('details');
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

/** Hidden for an open visit shorter than the smallest step. */
function Earlier({ visit, end, onMoved }: Pick<VisitEndProps, 'visit' | 'end' | 'onMoved'>) {
  const { t } = useTranslation('details');
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
              void move(visit, end, from(correctedNow()) - minutes * MINUTE_MS);
              onMoved();
            }}
          />
        );
      })}
    </div>
  );
}
