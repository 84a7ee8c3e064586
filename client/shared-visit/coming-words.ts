import type { Language } from '#domain/language.ts';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import type { Coming } from '#domain/trips/coming.ts';
import { clockOf, type Filled } from './visit-lines.tsx';

type ComingTexts = Readonly<
  Record<'onTheWay' | 'late' | 'expected' | 'expectedOn' | 'expectedAt' | 'today' | 'tomorrow', string>
>;

/** In ms after the time. */
const LATE_MS = 10 * MINUTE_MS;

interface About {
  /** In ms. */
  now: number;
  /** In ms: the last confirmation; nothing later is claimed. */
  asOf?: number;
  language: Language;
  /** The host's, if a home reads it. */
  child?: string;
}

export function comingWords(
  { trip, expected }: Coming,
  { now, asOf = now, language, child }: About,
  texts: ComingTexts,
): Filled | undefined {
  const at = trip?.due ?? expected?.at;
  const zone = (trip ?? expected)?.zone;
  if (at === undefined || zone === undefined) return undefined;
  const clockOn = (day: string) => clockOf({ arrived: { at, zone }, left: null }, day, language);
  const bare = (time: string) => clockOn(time)(time);
  const clock = clockOn(isoTime(now));
  // Shortly after midnight a time of yesterday may still stand.
  const isToday = clock(at) === bare(at) || Date.parse(at) <= now;
  const awaitedHere = isToday ? texts.expected : texts.expectedOn;
  const awaited = child === undefined ? awaitedHere : texts.expectedAt;
  const isLate = asOf >= Date.parse(at) + LATE_MS;
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
