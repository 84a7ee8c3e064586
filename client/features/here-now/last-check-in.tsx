import { memo, useId } from 'react';
import type { VisitView } from '#client/data/port.ts';
import { Dot } from '#client/lib/dot.tsx';
import { PersonName } from '#client/people/person-name.tsx';
import { lastTime } from '#client/people/visit-span.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import styles from './here-now.module.css';

export const LastCheckIn = memo(function LastCheckIn({ history }: { history: readonly VisitView[] }) {
  const { texts, format } = useTranslation();
  const heading = useId();
  useNow();
  const visit = lastArrival(history);
  return (
    <section aria-labelledby={heading} className={`${styles.last} wrap`}>
      <h2 id={heading}>{texts.hereNow.lastCheckIn}</h2>
      <span> </span>
      {visit?.arrived ? (
        <span className="muted wrap">
          <PersonName>{visit.name}</PersonName>
          <span>{` ${texts.history.with} `}</span>
          <PersonName>{visit.childName}</PersonName>
          <Dot />
          <time dateTime={visit.arrived.at}>{format.sinceTime(visit.arrived.at)}</time>
        </span>
      ) : (
        <span className="muted wrap">{texts.hereNow.noCheckIn}</span>
      )}
    </section>
  );
});

/** `history` is sorted newest first. */
export function lastArrival(history: readonly VisitView[]): VisitView | undefined {
  let latest: VisitView | undefined;
  for (const visit of history) {
    // A visit that ended before the latest began also began before it, as did all that follow.
    if (latest?.arrived && lastTime(visit) < Date.parse(latest.arrived.at)) break;
    if (visit.arrived && visit.arrived.at > (latest?.arrived?.at ?? '')) latest = visit;
  }
  return latest;
}
