import { memo, startTransition, useCallback, useMemo } from 'react';
import type { ChildView, VisitView } from '#client/data/port.ts';
import { Dotted } from '#client/lib/dot.tsx';
import type { Parents } from '#client/people/by-whom.tsx';
import { toneOf } from '#client/people/child-tones.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ShowMore, useShowMore } from '#client/ui/buttons/show-more.tsx';
import { useStableCallback } from '#client/ui/hooks/use-stable-callback.ts';
import { Link } from '#client/ui/link.tsx';
import { List } from '#client/ui/list.tsx';
import { addDays, type Day, startOfDay, startOfWeek } from '#client/ui/local-day.ts';
import type { RetentionDays } from '#domain/visits/retention.ts';
import { type DayOfVisits, groupByDay } from './filter.ts';
import styles from './history.module.css';
import { VisitRow } from './visit-row.tsx';

/** The number of rows rendered at a time; more follow as the end of the list scrolls near. */
const PORTION = 30;
/** Less than the height of a row with its share of headings, in px. */
const ROW = 72;

interface Props {
  /** The household's children, who give the colours. */
  list: readonly ChildView[];
  visits: readonly VisitView[];
  parents: Parents;
  today: Day;
  /** The last day of the filter. */
  last: Day | undefined;
  /** Opens the sheet of a visit. A stable function. */
  onOpen(visit: VisitView): void;
}

/** Visits newest first, grouped by day; thousands are rendered in portions. */
export function VisitList({ list, visits, parents, today, last, onOpen }: Props) {
  const { t, texts, format } = useTranslation();
  // The page opens with the rows of one screen.
  const { shown, isAll, showMore } = useShowMore(visits, PORTION, Math.ceil(window.innerHeight / ROW));
  const weeks = useMemo(
    () => Map.groupBy(groupByDay(shown, today, last), ({ day }) => startOfWeek(day)),
    [shown, today, last],
  );
  const end = useOnNear(showMore);
  return (
    <div className={`${styles.days} stack`}>
      {[...weeks].map(([week, days]) => (
        <Week key={week} {...{ list, days, parents, today, onOpen }} />
      ))}
      {!isAll && (
        <div className={`${styles.more} stack gap-2`}>
          {/* The key makes a new element after each portion, so that a screen taller than one asks for the next at once. */}
          <span key={shown.length} ref={end} />
          <p className="muted">
            {t(($) => $.historyPage.shown, {
              shown: format.number(shown.length),
              number: format.number(visits.length),
            })}
          </p>
          <ShowMore label={texts.historyPage.showMore} onClick={showMore} />
        </div>
      )}
    </div>
  );
}

type WeekProps = Pick<Props, 'list' | 'parents' | 'today' | 'onOpen'> & { days: readonly DayOfVisits[] };

/** The days of a week: more rows render their own weeks alone, and the browser lays out near weeks alone. */
const Week = memo(
  function Week({ list, days, parents, today, onOpen }: WeekProps) {
    const rows = days.flatMap(({ visits }) => visits).length;
    return (
      <div
        className={`${styles.days} stack`}
        data-far={(days[0]?.before ?? 0) >= PORTION || undefined}
        style={{ containIntrinsicBlockSize: `auto ${rows * ROW}px` }}
      >
        {days.map(({ day, visits }) => (
          <section key={day} aria-labelledby={`day-${day}`} className="stack gap-1">
            <h2 id={`day-${day}`} className={`${styles.dayName} medium`}>
              <DayName day={day} today={today} />
            </h2>
            <List className={`${styles.rows} surface`}>
              {visits.map((visit) => (
                <VisitRow
                  key={visit.visit}
                  visit={visit}
                  day={day}
                  tone={toneOf(list, visit.ref.child)}
                  parents={parents}
                  onOpen={onOpen}
                />
              ))}
            </List>
          </section>
        ))}
      </div>
    );
  },
  ({ days, ...rest }, { days: daysNow, ...now }) =>
    (Object.keys(rest) as (keyof typeof rest)[]).every((key) => rest[key] === now[key]) &&
    isSameList(days, daysNow, (one, other) => one.day === other.day && isSameList(one.visits, other.visits)),
);

function isSameList<T>(one: readonly T[], other: readonly T[], isSame: (a: T, b: T) => boolean = Object.is) {
  return one.length === other.length && one.every((item, index) => isSame(item, other[index] as T));
}

/** "Idag", "Igår" or the weekday, with the date. */
function DayName({ day, today }: { day: Day; today: Day }) {
  const { texts, format } = useTranslation();
  const date = format.day(startOfDay(day));
  const year = day.slice(0, 4);
  const near = { [today]: texts.historyPage.today, [addDays(today, -1)]: texts.historyPage.yesterday }[day];
  return (
    <>
      <span>{near ?? date}</span>
      <span className={`${styles.date} muted`}>{near ? ` ${date} ${year}` : ` ${year}`}</span>
    </>
  );
}

/** Returns a ref that calls back when its element comes near the viewport; the button does the same without scrolling. */
function useOnNear(onNear: () => void): (element: HTMLElement | null) => void {
  const near = useStableCallback(onNear);
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      const watcher = new IntersectionObserver(
        (entries) => entries.some((entry) => entry.isIntersecting) && startTransition(near),
        { rootMargin: '100%' },
      );
      watcher.observe(element);
      return () => watcher.disconnect();
    },
    [near],
  );
}

/** The retention period, with a link to the setting. */
export function RetentionNote({ days }: { days: RetentionDays }) {
  const { t, texts } = useTranslation();
  return (
    <p className="muted">
      <span>{`${t(($) => $.historyPage.kept[`days_${days ?? 'forever'}`])} `}</span>
      <Link to="/profile/data" className="target">
        {texts.historyPage.kept.change}
      </Link>
    </p>
  );
}

interface VisitCountProps {
  count: number;
  isLoading: boolean;
  /** Removes the filter; undefined if there is none. */
  onShowAll: (() => void) | undefined;
}

/** The number of matching visits, in a live region; if there are none, the empty list says so. */
export function VisitCount({ count, isLoading, onShowAll }: VisitCountProps) {
  const { t, texts, format } = useTranslation();
  const isEmpty = count === 0 && !isLoading;
  const loading = isLoading ? ` · ${texts.historyPage.loadingOlder}` : '';
  return (
    <div className={isEmpty ? 'visually-hidden' : `${styles.count} row between`}>
      <p role="status" aria-busy={isLoading} className="muted">
        <Dotted text={t(($) => $.historyPage.count, { count, number: format.number(count) }) + loading} />
      </p>
      {onShowAll && !isEmpty && (
        <Button variant="quiet" label={texts.historyPage.filteredEmpty.action} onClick={onShowAll} />
      )}
    </div>
  );
}
