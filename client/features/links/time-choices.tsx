import { useState } from 'react';
import { Form } from '#client/forms/form.tsx';
import { TimeField } from '#client/forms/time-field.tsx';
import { ChangedMeanwhile } from '#client/forms/use-fields.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button, type ButtonProps } from '#client/ui/buttons/button.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { addDays, clockOf, dayOf, timesOn } from '#client/ui/local-day.ts';
import { isChanged } from '#domain/fields.ts';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import styles from './links.module.css';

type Choice = Pick<ButtonProps, 'label' | 'aria-label' | 'aria-pressed' | 'aria-expanded' | 'onClick'>;

interface Props extends OtherTimeProps {
  choices: readonly Choice[];
  last?: Choice | false;
}

/** One press for the usual times; or another one is typed. */
export function TimeChoices({ choices, last, ...other }: Props) {
  const { texts } = useTranslation('details');
  const [isTyping, setTyping] = useState(false);
  const type = {
    label: texts.links.otherTime,
    'aria-expanded': isTyping,
    onClick: () => setTyping(!isTyping),
  };
  return (
    <>
      <div className={`${styles.times} stack gap-2`}>
        {[...choices, type, ...(last ? [last] : [])].map((choice) => (
          <Button
            key={String(choice.label)}
            variant="secondary"
            className={`${styles.choice} numbers`}
            {...choice}
          />
        ))}
      </div>
      {isTyping && <OtherTime {...other} />}
    </>
  );
}

interface OtherTimeProps {
  /** ISO, '' for none; may change meanwhile. */
  planned: string;
  /** In ms, shown if none is planned. */
  usual: number;
  /** Both in ms; undefined: every time is. */
  isPossible?: (at: number, now: number) => boolean;
  onChoose(at: number, was: string): void;
}

/** An earlier time is tomorrow's. The first value stays until edited. */
function OtherTime({ planned, usual, isPossible = () => true, onChoose }: OtherTimeProps) {
  const { t, texts, format } = useTranslation('details');
  const [edited, setEdited] = useState<TypedClock & { was: string }>();
  const [isAsking, setAsking] = useState(false);
  const first = Date.parse(planned) || usual;
  const typed = edited ?? { clock: clockOf(first), at: first, was: planned };
  const now = useNow();
  const timeAt = (by: number) => {
    const time = plannedAt(typed, by);
    return time !== undefined && isPossible(time, by) ? time : undefined;
  };
  const at = timeAt(now);
  const submit = (was = typed.was) => {
    const time = timeAt(correctedNow());
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
            : t(($) => $.links.home, { time: format.timeUnder(correctedNow(), at) })
        }
      />
      {isAsking && (
        <ChangedMeanwhile
          fields={[[texts.links.whenHome, planned && format.timeUnder(correctedNow(), planned)]]}
          isBusy={false}
          onReplace={() => submit(planned)}
          onClose={() => setAsking(false)}
        />
      )}
    </Form>
  );
}

export const HALF_HOUR_MS = 30 * MINUTE_MS;

/** All in ms. */
export function nextHalfHours(now: number, count: number): number[] {
  const first = Math.floor(now / HALF_HOUR_MS + 1) * HALF_HOUR_MS;
  return Array.from({ length: count }, (_, step) => first + step * HALF_HOUR_MS);
}

/** `clock` is HH:MM. In ms; two where the clock shows it twice. */
export function nextTimes(clock: string, now: number): number[] {
  const today = dayOf(now);
  const later = [today, addDays(today, 1)].map((day) => timesOn(day, clock).filter((time) => time > now));
  return later.find((times) => times.length > 0) ?? [];
}

/** `at` in ms: as planned before, or chosen of two. */
interface TypedClock {
  clock: string;
  at?: number;
}

/** In ms; undefined if none was typed. */
export function plannedAt({ clock, at = 0 }: TypedClock, now: number): number | undefined {
  return at > now ? at : nextTimes(clock, now)[0];
}

/** From now once the planned time is past; in ms, whole minutes. */
export function halfAnHourMore(planned: string, now: number): number {
  const from = Math.max(Date.parse(planned), now);
  return Math.floor(from / MINUTE_MS) * MINUTE_MS + HALF_HOUR_MS;
}
