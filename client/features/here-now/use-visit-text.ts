import type { VisitView } from '#client/data/port.ts';
import { visitSpan } from '#client/people/visit-span.ts';
import { useFormat } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';

/** Returns a function that words a visit: "15:42–17:10, 1 h 28 min". Times of other days carry their date. */
export function useVisitText(): (visit: VisitView, now: number) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return (visit, now) => {
    const { arrived, left, open } = visit;
    const span = visitSpan(visit, now);
    const from = arrived ? format.sinceTime(arrived.at) : '';
    const to = left ? format.sinceTime(left.at) : '';
    const duration = format.duration(span.to - span.from);
    if (open) return t(($) => $.hereNow.timeline.ongoing, { from, duration });
    if (!arrived) return t(($) => $.hereNow.timeline.arrivalUnknown, { to });
    if (!left) return t(($) => $.hereNow.timeline.departureUnknown, { from });
    return t(($) => $.hereNow.timeline.visit, { from, to, duration });
  };
}
