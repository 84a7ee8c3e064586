import { useState } from 'react';
import { TimeField } from '#client/forms/time-field.tsx';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { Fill } from '#client/shared-visit/visit-lines.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useUnsaved } from '#client/ui/hooks/unsaved.ts';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { addDays, clockOf, dayOf, onDay, readTime, timesOn } from '#client/ui/local-day.ts';
import type { Follow } from '#domain/protocol/following-calls.ts';
import { HOUR_MS, isoTime, MINUTE_MS } from '#domain/time.ts';
import type { SaidComing } from '#domain/trips/coming.ts';
import { TRIP_CHOICES } from '#domain/trips/trip-fields.ts';
import { deviceZone, useComing, useSayComing, useUsualMinutes } from './coming.tsx';
import styles from './following.module.css';
import { useFollowing, useWhom } from './use-following.ts';

/** A failure leaves it open, with what was chosen. */
export function ComingSheet({ opened, onClose }: { opened: Follow; onClose(): void }) {
  const { texts, format } = useTranslation('details');
  const row = useFollowing(opened.id) ?? opened;
  const { trip, words } = useComing(row);
  const { isBusy, failure, say } = useSayComing(row);
  const usual = useUsualMinutes(row);
  const [chosen, setChosen] = useState<number>();
  const send = (said: SaidComing) => say(said, onClose);
  const leave = (minutes: number) => {
    setChosen(minutes);
    send({ says: 'leaves', minutes, zone: deviceZone() });
  };
  return (
    <Dialog
      title={useWhom(opened)}
      startAt="title"
      status={failure && <ErrorBox>{failure}</ErrorBox>}
      onClose={onClose}
    >
      <div className="stack gap-4">
        {words && (
          <div className="row between gap-2">
            <p className={`${styles.words} strong numbers wrap`}>
              <Fill {...words} />
            </p>
            <Button
              variant="secondary"
              label={texts.common.undo}
              busy={isBusy}
              onClick={() => send({ says: trip ? 'no-trip' : 'not-expected' })}
            />
          </div>
        )}
        <fieldset>
          <legend className={`${styles.within} strong`}>{texts.following.coming.within}</legend>
          <div className={`${styles.minutes} stack gap-2`}>
            {TRIP_CHOICES.map((minutes) => (
              <Button
                key={minutes}
                variant="secondary"
                className={`${styles.choice} numbers`}
                label={format.duration(minutes * MINUTE_MS)}
                aria-pressed={minutes === (chosen ?? usual)}
                busy={isBusy && minutes === chosen}
                onClick={() => leave(minutes)}
              />
            ))}
          </div>
        </fieldset>
        <AnotherTime onLeave={leave} onExpect={send} />
        <p className="muted small">{texts.following.visit.trip.note}</p>
      </div>
    </Dialog>
  );
}

interface AnotherTimeProps {
  onLeave(minutes: number): void;
  onExpect(said: SaidComing): void;
}

function AnotherTime({ onLeave, onExpect }: AnotherTimeProps) {
  const { t, texts } = useTranslation('details');
  const { coming } = texts.following;
  const now = useNow();
  const [typed, setTyped] = useState(() => ({ clock: clockOf(nextHalfHour(now)), at: Number.NaN }));
  const [isTyped, setIsTyped] = useState(false);
  useUnsaved(isTyped);
  const ahead = timesAhead(typed, now);
  const [first] = ahead;
  const minutes = first && minutesUntil(first.at, now);
  const time = typed.clock;
  const change = (part: Partial<typeof typed>) => {
    setTyped({ ...typed, ...part });
    setIsTyped(true);
  };
  return (
    <div className="stack gap-2">
      <TimeField
        name="comes-at"
        label={coming.another}
        value={time}
        times={oddTimes(time, now)}
        at={typed.at}
        onType={(clock) => change({ clock, at: Number.NaN })}
        onChoose={(at) => change({ at })}
      />
      {first && minutes !== undefined && (
        <Button
          variant="secondary"
          label={t(($) => $.following.coming.goesUntil, { time })}
          onClick={() => {
            const left = minutesUntil(first.at, correctedNow());
            if (left !== undefined) onLeave(left);
          }}
        />
      )}
      {ahead.map(({ day, at }) => (
        <Button
          key={day}
          variant="secondary"
          label={t(($) => $.following.coming.comes, { day: coming[day], time })}
          onClick={() => onExpect(expectation(at))}
        />
      ))}
    </div>
  );
}

const HALF_HOUR_MS = HOUR_MS / 2;

function nextHalfHour(now: number): number {
  return Math.floor(now / HALF_HOUR_MS + 2) * HALF_HOUR_MS;
}

const daysFrom = (now: number) =>
  [['today', dayOf(now)] as const, ['tomorrow', addDays(dayOf(now), 1)] as const] as const;

/** `clock` is HH:MM, `at` (ms) the one chosen of a time that is shown twice. */
export function timesAhead({ clock, at }: { clock: string; at: number }, now: number) {
  return daysFrom(now).flatMap(([day, date]) => {
    const time = readTime({ date, time: clock, at });
    return time > now ? [{ day, at: time }] : [];
  });
}

/** For the field, in ms: those of the day on which the clocks change. */
function oddTimes(clock: string, now: number): number[] {
  const [today = [], tomorrow = []] = daysFrom(now).map(([, date]) => timesOn(date, clock));
  const isOdd = ([first = Number.NaN, second]: number[]) => second !== undefined || clockOf(first) !== clock;
  return !isOdd(today) && isOdd(tomorrow) ? tomorrow : today;
}

/** By the clock's minute, so that the time is shown as chosen; undefined if no way takes as long. */
export function minutesUntil(at: number, now: number): number | undefined {
  const minutes = Math.floor(at / MINUTE_MS) - Math.floor(now / MINUTE_MS);
  return minutes >= 2 && minutes <= 180 ? minutes : undefined;
}

/** Until 03:00 of the next day. */
export function expectation(at: number) {
  const until = onDay(addDays(dayOf(at), 1), '03:00');
  return { says: 'expected' as const, at: isoTime(at), until: isoTime(until), zone: deviceZone() };
}
