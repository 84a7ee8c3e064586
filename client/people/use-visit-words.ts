import type { VisitView } from '#client/data/port.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { type Day, dayOf, startOfDay } from '#client/ui/local-day.ts';
import { shownTime, visitSpan } from './visit-span.ts';

/** A visit in words: "15:42–17:10" and "1 h 28 min", or "since 15:42". The duration is left out if an end is unknown. */
interface VisitWords {
  when: string;
  duration: string | undefined;
}

/** Returns a function that words a visit as listed under a day; times of other days carry their date. */
export function useVisitWords(): (visit: VisitView, day: Day, now: number) => VisitWords {
  const { t, format } = useTranslation();
  const timeOn = (at: string, day: Day, now: number) => {
    return day === dayOf(now) ? format.sinceTime(at) : format.timeUnder(startOfDay(day), at);
  };
  return (visit, day, now) => {
    const { arrived, left, open } = visit;
    const from = arrived ? timeOn(arrived.at, day, now) : '';
    const to = left ? timeOn(left.at, day, now) : '';
    const ms = shownTime(visitSpan(visit, now));
    if (open) return { when: t(($) => $.history.since, { from }), duration: format.soFar(ms) };
    if (!arrived) return { when: t(($) => $.history.arrivalUnknown, { to }), duration: undefined };
    if (!left) return { when: t(($) => $.history.departureUnknown, { from }), duration: undefined };
    return { when: `${from}–${to}`, duration: format.duration(ms) };
  };
}
