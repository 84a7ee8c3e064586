import { useState } from 'react';
import { TextField } from '#client/forms/field.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { addDays, clockOf, dayOf, onDay } from '#client/ui/local-day.ts';
import { HOUR_MS, isoTime } from '#domain/time.ts';
import { minutesUntil } from '#domain/trips/trip-fields.ts';

interface Props {
  label: string;
  onExpect(time: { at: string; until: string }): void;
  onLeave?(minutes: number): void;
}

/** One press for each day that has the typed time ahead. */
export function ArrivalTime({ label, onExpect, onLeave }: Props) {
  const { t, texts } = useTranslation('details');
  const { coming } = texts.following;
  const now = useNow();
  const [time, setTime] = useState(() => clockOf(nextHalfHour(now)));
  const ahead = timesAhead(time, now);
  const minutes = onLeave && minutesUntil(ahead[0]?.at ?? 0, now);
  return (
    <div className="stack gap-2">
      <TextField
        name="comes-at"
        type="time"
        label={label}
        value={time}
        onChange={({ target }) => setTime(target.value)}
      />
      {minutes !== undefined && (
        <Button
          variant="secondary"
          label={t(($) => $.following.coming.goesUntil, { time })}
          onClick={() => onLeave?.(minutes)}
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

/** In ms; not the very next minutes. */
function nextHalfHour(now: number): number {
  return Math.floor(now / HALF_HOUR_MS + 2) * HALF_HOUR_MS;
}

/** `clock`: HH:MM, of today and tomorrow. */
export function timesAhead(clock: string, now: number) {
  return (['today', 'tomorrow'] as const).flatMap((day, days) => {
    const at = onDay(addDays(dayOf(now), days), clock);
    return at > now ? [{ day, at }] : [];
  });
}

/** Until 03:00 of the next day. */
export function expectation(at: number) {
  return { at: isoTime(at), until: isoTime(onDay(addDays(dayOf(at), 1), '03:00')) };
}
