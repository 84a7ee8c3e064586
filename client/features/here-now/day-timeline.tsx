import { memo, useId, useMemo } from 'react';
import type { VisitView } from '#client/data/port.ts';
import { PersonName } from '#client/people/person-name.tsx';
import { useFormat } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { ShowMore } from '#client/ui/buttons/show-more.tsx';
import { Card } from '#client/ui/card.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { useShowMore } from '#client/ui/hooks/use-show-more.ts';
import { Link } from '#client/ui/link.tsx';
import { dayOf, daySpan } from '#client/ui/local-day.ts';
import { SectionHeading } from '#client/ui/section-heading.tsx';
import styles from './timeline.module.css';
import { layOutTimeline, type Timeline } from './timeline.ts';
import { useVisitText } from './use-visit-text.ts';

/** Today's visits as bars on the day's hours, and in words. */
export const DayTimeline = memo(function DayTimeline({ history }: { history: readonly VisitView[] }) {
  const { t } = useTranslation();
  const heading = useId();
  const now = useNow();
  const timeline = useMemo(() => layOutTimeline(history, daySpan(dayOf(now)), now), [history, now]);
  return (
    <Card as="section" aria-labelledby={heading}>
      <SectionHeading
        id={heading}
        action={
          <Link to="/history" className={styles.link}>
            {t(($) => $.hereNow.toHistory)}
          </Link>
        }
      >
        {t(($) => $.hereNow.today)}
      </SectionHeading>
      {timeline.bars.length === 0 ? (
        <p className={styles.empty}>{t(($) => $.hereNow.todayEmpty)}</p>
      ) : (
        <Visits timeline={timeline} now={now} />
      )}
    </Card>
  );
});

function Visits({ timeline, now }: { timeline: Timeline; now: number }) {
  const { t } = useTranslation();
  const visitText = useVisitText();
  const { shown, isAll, showMore } = useShowMore(timeline.bars, 12);
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without numbers. */}
      <ol role="list" className={styles.visits}>
        {shown.map(({ visit, start, width, startsBefore }) => (
          <li key={visit.visit} className={styles.visit}>
            <span>
              <PersonName>{visit.name}</PersonName> {visitText(visit, now)}
            </span>
            <span aria-hidden="true" className={styles.track}>
              <span
                className={styles.bar}
                data-open={visit.open || undefined}
                data-clipped={startsBefore || undefined}
                style={{ left: `${start * 100}%`, width: `${width * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ol>
      <Hours timeline={timeline} />
      {!isAll && <ShowMore onClick={showMore}>{t(($) => $.people.showMore)}</ShowMore>}
    </>
  );
}

function Hours({ timeline }: { timeline: Timeline }) {
  const format = useFormat();
  return (
    <div aria-hidden="true" className={styles.hours}>
      {timeline.hours.map(({ at, start }) => (
        <span key={at} className={styles.hour} style={{ left: `${start * 100}%` }}>
          {format.time(at)}
        </span>
      ))}
    </div>
  );
}
