import type { Language } from '#domain/language.ts';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import type { Coming } from '#domain/trips/coming.ts';
import { clockOf, type Filled } from './visit-lines.tsx';

type ComingTexts = Readonly<
  Record<'onTheWay' | 'late' | 'expected' | 'expectedAt' | 'today' | 'tomorrow', string>
>;

/** In ms after the time. */
const LATE_MS = 10 * MINUTE_MS;

/** `now` (ms): the last confirmation. With `child`, the host's, a home reads it. Undefined if nothing is said. */
export function comingWords(
  { trip, expected }: Coming,
  { now, language, child }: { now: number; language: Language; child?: string },
  texts: ComingTexts,
): Filled | undefined {
  const at = trip?.due ?? expected?.at;
  const zone = (trip ?? expected)?.zone;
  if (at === undefined || zone === undefined) return undefined;
  const clockUnder = (day: string) => clockOf({ arrived: { at, zone }, left: null }, day, language);
  const clock = clockUnder(isoTime(now));
  const isLate = now >= Date.parse(at) + LATE_MS;
  const text = () => {
    if (isLate) return texts.late;
    if (trip) return texts.onTheWay;
    return child === undefined ? texts.expected : texts.expectedAt;
  };
  const bare = clockUnder(at)(at);
  const isToday = clock(at) === bare;
  const values = {
    since: clock(trip?.startedAt ?? at),
    due: trip || isLate || child === undefined ? clock(at) : bare,
    day: isToday ? texts.today : texts.tomorrow,
    child: child ?? '',
    zone: clock.zone ?? '',
  };
  return { text: clock.zone ? `${text()}\u00a0· {{zone}}` : text(), values };
}
