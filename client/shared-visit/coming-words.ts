import type { Language } from '#domain/language.ts';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import type { Coming } from '#domain/trips/coming.ts';
import { clockOf, type Filled } from './visit-lines.tsx';

type ComingTexts = Readonly<
  Record<'onTheWay' | 'late' | 'expected' | 'expectedOn' | 'expectedAt' | 'today' | 'tomorrow', string>
>;

/** In ms after the time. */
const LATE_MS = 10 * MINUTE_MS;

/** `now` (ms): the last confirmation. `child`: the host's, if a home reads it. */
export function comingWords(
  { trip, expected }: Coming,
  { now, language, child }: { now: number; language: Language; child?: string },
  texts: ComingTexts,
): Filled | undefined {
  const at = trip?.due ?? expected?.at;
  const zone = (trip ?? expected)?.zone;
  if (at === undefined || zone === undefined) return undefined;
  const clockOn = (day: string) => clockOf({ arrived: { at, zone }, left: null }, day, language);
  const bare = (time: string) => clockOn(time)(time);
  const clock = clockOn(isoTime(now));
  const isToday = clock(at) === bare(at);
  const awaitedHere = isToday ? texts.expected : texts.expectedOn;
  const awaited = child === undefined ? awaitedHere : texts.expectedAt;
  const isLate = now >= Date.parse(at) + LATE_MS;
  const text = isLate ? texts.late : trip ? texts.onTheWay : awaited;
  const values = {
    since: bare(trip?.startedAt ?? at),
    due: bare(at),
    day: isToday ? texts.today : texts.tomorrow,
    child: child ?? '',
    zone: clock.zone ?? '',
  };
  return { text: clock.zone ? `${text}\u00a0· {{zone}}` : text, values };
}
