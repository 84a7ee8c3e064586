import type { VisitView } from '#client/data/port.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { type Day, dayOf, startOfDay } from '#client/ui/local-day.ts';
import type { Correction } from '#domain/documents.ts';
import { ByWhom, type Parents } from './by-whom.tsx';
import { shownTime, visitSpan } from './visit-span.ts';

interface CorrectionTrailProps {
  corrections: readonly Correction[];
  parents: Parents;
}

/**
 * "Corrected 15:04 → 14:50": all times of one end of a visit, oldest first; or that an unknown time was
 * filled in.
 */
export function CorrectionTrail({ corrections, parents }: CorrectionTrailProps) {
  const { t, format } = useTranslation();
  if (corrections.length === 0) return null;
  const filledIn = t(($) => $.history.filledIn);
  const by = <ByWhom lead=" " parents={parents} uids={corrections.map(({ by: uid }) => uid)} />;
  if (corrections.length === 1 && corrections[0]?.from === undefined)
    return (
      <span className="block muted small">
        <span>{filledIn}</span>
        {by}
      </span>
    );
  const times = [corrections[0]?.from, ...corrections.map(({ to }) => to)];
  const days = new Set(times.filter((at) => at !== undefined).map((at) => dayOf(Date.parse(at))));
  const texts = times.map((at) => {
    if (at === undefined) return t(($) => $.history.unknown);
    return days.size > 1 ? format.dateTime(at) : format.time(at);
  });
  return (
    <span className="block muted small">
      <span>{`${t(($) => $.history.corrected)} `}</span>
      <span aria-hidden="true">{texts.join(' → ')}</span>
      <span className="visually-hidden">{texts.join(t(($) => $.history.correctedTo))}</span>
      {by}
    </span>
  );
}

/**
 * "15:42–17:10" and "1 h 28 min", or "since 15:42"; no duration if an end is unknown. Times of days other
 * than `day` carry their date.
 */
export function useVisitWords() {
  const { t, format } = useTranslation();
  const timeOn = (at: string, day: Day, now: number) => {
    return day === dayOf(now) ? format.sinceTime(at) : format.timeUnder(startOfDay(day), at);
  };
  return (visit: VisitView, day: Day, now: number) => {
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
