import DoorOpen from 'lucide-react/icons/door-open';
import { useId, useState } from 'react';
import type { VisitorView, VisitView } from '#client/data/port.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { Dot } from '#client/lib/dot.tsx';
import type { Component } from '#client/lib/jsx.ts';
import { ByWhom } from '#client/people/by-whom.tsx';
import { UndoButton } from '#client/people/list-buttons.tsx';
import { NoteText, SyncMark } from '#client/people/marks.tsx';
import { ContactButtons } from '#client/people/person-buttons.tsx';
import { Initials, PersonName } from '#client/people/person-name.tsx';
import { CorrectionTrail, useVisitWords } from '#client/people/visit-words.tsx';
import { useViewPart, useVisitorIfAny } from '#client/session/use-household.ts';
import { useVisitorActions } from '#client/session/use-visitor-actions.ts';
import { isSameDay } from '#client/translations/format.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { dayOf } from '#client/ui/local-day.ts';
import type { ArrivedOrLeft } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
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
  const { t, texts } = useTranslation('details');
  const { name, open, ref } = visit;
  const visitor = useVisitorIfAny(ref);
  const presence = useVisitorActions();
  const thenClose = (act: () => void) => () => {
    act();
    onClose();
  };
  return (
    <Dialog
      picture={<Initials id={ref.visitor} name={name} />}
      title={<PersonName>{name}</PersonName>}
      below={<Facts visit={visit} onCorrect={onCorrect} />}
      onClose={onClose}
    >
      <div className="stack gap-4">
        <NoteText visitor={visitor} />
        {open && visitor && (
          <Button
            variant="checkOut"
            wide
            icon={DoorOpen}
            iconSize={24}
            label={texts.visit.checkOutNow}
            aria-label={`${texts.visit.checkOutNow}. ${name}`}
            onClick={thenClose(() => presence.setStatus(visitor, 'out'))}
          />
        )}
        {visitor?.status === 'out' && visitor.timestamp === visit.left?.at && (
          <Button
            variant="checkIn"
            wide
            label={texts.common.checkIn}
            aria-label={t(($) => $.people.checkInNamed, { name })}
            onClick={thenClose(() => presence.setStatus(visitor, 'in'))}
          />
        )}
        {visit.undo && (
          <UndoButton
            at={(visit.left ?? visit.arrived)?.at}
            name={name}
            onUndo={thenClose(() => presence.undo(visit))}
          />
        )}
        <LeftEarlier visit={visit} onCorrect={onCorrect} onMoved={onClose} />
        {visitor && (
          <div className="columns stack gap-2">
            <ContactButtons
              visitor={visitor}
              onMessageParent={thenClose(() => presence.messageParent(ref))}
            />
          </div>
        )}
        <Addition visit={visit} visitor={visitor} onDone={onClose} />
        <div className="stack gap-1 text-center muted small">
          <EndNotes visit={visit} end="arrived" />
          <EndNotes visit={visit} end="left" />
          <Marks visit={visit} />
          <Remove visit={visit} onClose={onClose} />
        </div>
      </div>
    </Dialog>
  );
}

function Facts({ visit, onCorrect }: Pick<Props, 'visit' | 'onCorrect'>) {
  const { texts, format } = useTranslation('details');
  const words = useVisitWords();
  const now = useNow();
  const first = (visit.arrived ?? visit.left)?.at ?? '';
  const isToday = visit.open || isSameDay(first, now);
  const { when, duration } = words(visit, dayOf(isToday ? now : Date.parse(first)), now);
  return (
    <p className={`${styles.facts} muted small numbers`}>
      <span>{`${texts.history.with} `}</span>
      <PersonName>{visit.childName}</PersonName>
      <Dot />
      <button type="button" className={`${styles.when} bare`} onClick={() => onCorrect('arrived')}>
        <span>{isToday ? when : `${format.sinceShort(first)} ${when}`}</span>
        {duration && <Dot />}
        {duration && <span>{duration}</span>}
        <span className="visually-hidden">{` – ${texts.visit.correctEnd}`}</span>
      </button>
      <SyncMark row={visit.row} />
    </p>
  );
}

function Marks({ visit: { added, staysNight, open } }: { visit: VisitView }) {
  const { t, texts, format } = useTranslation();
  const parents = useViewPart((view) => view.parents);
  const stays = open ? staysNight : undefined;
  if (!added && !stays) return null;
  const by = (mark: { by: Id }) => <ByWhom lead=" " parents={parents} uids={[mark.by]} />;
  return (
    <p>
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
  return <Button variant="quiet" className={styles.remove} label={texts.visit.remove} onClick={remove} />;
}

interface EndProps {
  visit: VisitView;
  end: ArrivedOrLeft;
}

function EndNotes({ visit, end }: EndProps) {
  const { t, texts, format } = useTranslation();
  const parents = useViewPart((view) => view.parents);
  const moment = visit[end];
  const isUncertain = moment?.certainty === 'uncertain';
  const corrections = visit.corrections.filter((one) => one.end === end);
  if (!(moment && parents) && !isUncertain && corrections.length === 0) return null;
  const time = moment ? format.sinceTime(moment.at) : texts.history.unknown;
  return (
    <p>
      <span>{`${t(($) => $.history[end])} ${time}`}</span>
      {moment && <ByWhom lead=" " parents={parents} uids={[moment.by]} />}
      {isUncertain && <Dot />}
      {isUncertain && <span>{texts.history.uncertain}</span>}
      <CorrectionTrail corrections={corrections} parents={parents} />
    </p>
  );
}

const STEPS = [15, 30, 60] as const;

/** In ms; an older departure has no steps: they would read as counted from now. */
const RECENT = 720 * MINUTE_MS;

interface LeftEarlierProps extends Pick<Props, 'visit' | 'onCorrect'> {
  onMoved(): void;
}

/** Counts back from the departure, or from now. */
function LeftEarlier({ visit, onCorrect, onMoved }: LeftEarlierProps) {
  const { t, texts, format } = useTranslation('details');
  const label = useId();
  const { move } = useVisitActions();
  // Fixed, so that no further step moves the buttons.
  const [openedAt] = useState(correctedNow);
  const { open, left, arrived } = visit;
  if (!open && !left) return null;
  const before = (minutes: number, now: number) => Date.parse(left?.at ?? isoTime(now)) - minutes * MINUTE_MS;
  const earliest = Math.max(Date.parse(arrived?.at ?? '') || 0, openedAt - RECENT);
  const steps = STEPS.filter((minutes) => before(minutes, openedAt) > earliest);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
    <div role="group" aria-labelledby={label} className="stack gap-1">
      <p id={label} className="muted small">
        {texts.visit.leftEarlier}
      </p>
      <div className="flow gap-2">
        {steps.map((minutes) => {
          const time = format.duration(minutes * MINUTE_MS);
          return (
            <Button
              key={minutes}
              variant="secondary"
              className={`${styles.step} numbers`}
              label={time}
              aria-label={t(($) => (open ? $.visit.leftAgo : $.visit.leftBefore), { time })}
              onClick={() => {
                void move(visit, 'left', before(minutes, correctedNow()));
                onMoved();
              }}
            />
          );
        })}
        <Button
          variant="secondary"
          className={styles.step}
          label={texts.links.otherTime}
          aria-label={`${texts.links.otherTime}. ${texts.visit.leftEarlier}`}
          onClick={() => onCorrect('left')}
        />
      </div>
    </div>
  );
}
