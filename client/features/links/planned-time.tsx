import Clock from 'lucide-react/icons/clock';
import { useId, useState } from 'react';
import type { VisitView } from '#client/data/port.ts';
import { Form } from '#client/forms/form.tsx';
import { ChangedMeanwhile } from '#client/forms/lazy-changed-meanwhile.ts';
import { TimeField, useTimeName } from '#client/forms/time-field.tsx';
import { present } from '#client/lib/present.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { clockOf } from '#client/ui/local-day.ts';
import { isChanged } from '#domain/fields.ts';
import { isoTime } from '#domain/time.ts';
import styles from './links.module.css';
import { HALF_HOUR_MS, nextHalfHours, nextTimes, plannedAt, type TypedClock } from './planned-times.ts';
import { useSharingActions } from './use-sharing-actions.ts';

interface Props {
  visit: VisitView;
  onDone(): void;
}

/** The planned time home: shown, and set or removed while the visit is open. It never checks anybody out. */
export function PlannedTime({ visit, onDone }: Props) {
  const { t, texts, format } = useTranslation();
  const heading = useId();
  const { open, expected } = visit;
  const now = useNow();
  const time = expected && format.timeUnder(now, expected.at);
  const isDue = open && expected && Date.parse(expected.at) <= now;
  return (
    <section aria-labelledby={heading} className={`${styles.part} stack gap-2`}>
      <h3 id={heading} className="medium line gap-2">
        <Clock size={18} />
        <span>
          {time ? t(($) => (isDue || !open ? $.links.due : $.links.home), { time }) : texts.links.whenHome}
        </span>
      </h3>
      {open && <Choices visit={visit} now={now} onDone={onDone} />}
    </section>
  );
}

function Choices({ visit, now, onDone }: Props & { now: number }) {
  const { t, texts } = useTranslation();
  const nameOf = useTimeName();
  const actions = useSharingActions();
  const [isTyping, setTyping] = useState(false);
  const choose = (at: number | null, was?: string) => {
    actions.expectHome(visit, at, was);
    onDone();
  };
  const planned = visit.expected && Date.parse(visit.expected.at);
  // Six choices in all.
  const halfHours = nextHalfHours(now, planned === undefined ? 5 : 4);
  return (
    <>
      <div className={`${styles.times} stack gap-2`}>
        {halfHours.map((at) => (
          <Button
            key={at}
            variant="secondary"
            className={`${styles.choice} numbers`}
            label={nameOf(at)}
            aria-label={t(($) => $.links.home, { time: nameOf(at) })}
            aria-pressed={at === planned}
            onClick={() => choose(at)}
          />
        ))}
        <Button
          variant="secondary"
          className={`${styles.choice} numbers`}
          aria-expanded={isTyping}
          label={texts.links.otherTime}
          onClick={() => setTyping(!isTyping)}
        />
        {planned !== undefined && (
          <Button
            variant="secondary"
            className={`${styles.choice} numbers`}
            label={texts.links.noTime}
            onClick={() => choose(null)}
          />
        )}
      </div>
      {isTyping && (
        <OtherTime
          planned={visit.expected?.at ?? ''}
          usual={(halfHours.at(-1) ?? now) + HALF_HOUR_MS}
          onChoose={choose}
        />
      )}
    </>
  );
}

interface OtherTimeProps {
  /** The planned time (ISO), which may change meanwhile; '' for none. */
  planned: string;
  /** Shown if none is planned, in ms. */
  usual: number;
  onChoose(at: number, was: string): void;
}

/** A time of day: the next one, so that an earlier time is tomorrow's. What is shown first stays until another is typed. */
function OtherTime({ planned, usual, onChoose }: OtherTimeProps) {
  const { t, texts, format } = useTranslation();
  const [edited, setEdited] = useState<TypedClock & { was: string }>();
  const [isAsking, setAsking] = useState(false);
  const first = Date.parse(planned) || usual;
  const typed = edited ?? { clock: clockOf(first), at: first, was: planned };
  const now = useNow();
  const at = plannedAt(typed, now);
  const submit = (was = typed.was) => {
    const time = plannedAt(typed, present());
    if (time === undefined) return;
    if (isChanged(was, planned, isoTime(time))) setAsking(true);
    else onChoose(time, was);
  };
  return (
    <Form className={`${styles.otherTime} flow gap-2`} onSubmit={() => submit()}>
      <TimeField
        name="home-at"
        autoFocus
        label={texts.links.otherTime}
        value={typed.clock}
        times={nextTimes(typed.clock, now)}
        at={at ?? Number.NaN}
        onType={(clock) => setEdited({ clock, was: typed.was })}
        onChoose={(chosen) => setEdited({ ...typed, at: chosen })}
      />
      <Button
        type="submit"
        aria-disabled={at === undefined}
        label={
          at === undefined
            ? texts.common.save
            : t(($) => $.links.home, { time: format.timeUnder(present(), at) })
        }
      />
      {isAsking && (
        <ChangedMeanwhile
          fields={[[texts.links.whenHome, planned && format.timeUnder(present(), planned)]]}
          isBusy={false}
          onReplace={() => submit(planned)}
          onClose={() => setAsking(false)}
        />
      )}
    </Form>
  );
}
