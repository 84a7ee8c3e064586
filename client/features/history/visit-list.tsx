import { memo, startTransition, useCallback, useMemo } from 'react';
import type { VisitView } from '#client/data/port.ts';
import { Dot, Dotted } from '#client/lib/dot.tsx';
import { ByWhom, type Parents } from '#client/people/by-whom.tsx';
import { SyncMark, VisitChip } from '#client/people/marks.tsx';
import { Initials, PersonName } from '#client/people/person-name.tsx';
import { lastTime } from '#client/people/visit-span.ts';
import { CorrectionTrail, useVisitWords } from '#client/people/visit-words.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { useStableCallback } from '#client/ui/hooks/use-stable-callback.ts';
import { lazyComponent, noMessage } from '#client/ui/lazy/lazy-component.tsx';
import { addDays, type Day, dayOf, startOfDay, startOfWeek } from '#client/ui/local-day.ts';
import { List, ShowMore, useShowMore } from '#client/ui/sections.tsx';
import styles from './history.module.css';

const TripWords = lazyComponent(() => import('#client/people/trip-words.tsx'), 'TripWords', noMessage);

/** Rows per batch. */
const PORTION = 30;
/** Less than a row with its share of headings, in px. */
const ROW = 72;

interface Props {
  visits: readonly VisitView[];
  parents: Parents;
  today: Day;
  last: Day | undefined;
  /** Must be stable. */
  onOpen(visit: VisitView): void;
}

export function VisitList({ visits, parents, today, last, onOpen }: Props) {
  const { t, texts, format } = useTranslation();
  // The first render covers one screen.
  const { shown, isAll, showMore } = useShowMore(visits, PORTION, Math.ceil(window.innerHeight / ROW));
  const weeks = useMemo(
    () => Map.groupBy(groupByDay(shown, today, last), ({ day }) => startOfWeek(day)),
    [shown, today, last],
  );
  const end = useOnNear(showMore);
  return (
    <div className={`${styles.days} stack`}>
      {[...weeks].map(([week, days]) => (
        <Week key={week} {...{ days, parents, today, onOpen }} />
      ))}
      {!isAll && (
        <div className={`${styles.more} stack gap-2`}>
          {/* New key per batch: a screen taller than a batch asks for the next. */}
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

type WeekProps = Pick<Props, 'parents' | 'today' | 'onOpen'> & { days: readonly DayOfVisits[] };

/** More rows render only their own weeks; the browser lays out only weeks near the screen. */
const Week = memo(
  function Week({ days, parents, today, onOpen }: WeekProps) {
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
                <VisitRow key={visit.visit} visit={visit} day={day} parents={parents} onOpen={onOpen} />
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

interface VisitCountProps {
  period: string | undefined;
  count: number;
  isLoading: boolean;
  /** Clears the filter; undefined without one. */
  onShowAll: (() => void) | undefined;
}

/** A live region; an empty list announces itself. */
export function VisitCount({ period, count, isLoading, onShowAll }: VisitCountProps) {
  const { t, texts, format } = useTranslation();
  const isEmpty = count === 0 && !isLoading;
  const words = [
    period,
    t(($) => $.historyPage.count, { count, number: format.number(count) }),
    isLoading && texts.historyPage.loadingOlder,
  ];
  return (
    <div className={isEmpty ? 'visually-hidden' : `${styles.count} row between`}>
      <p role="status" aria-busy={isLoading} className={`${styles.period} muted`}>
        <Dotted text={words.filter(Boolean).join(' · ')} />
      </p>
      {onShowAll && !isEmpty && (
        <Button variant="quiet" label={texts.historyPage.filteredEmpty.action} onClick={onShowAll} />
      )}
    </div>
  );
}

interface DayOfVisits {
  day: Day;
  visits: readonly VisitView[];
  before: number;
}

/**
 * Ongoing visits are under today, those ended after `last` under `last`; keeps the order of `filterVisits`.
 */
export function groupByDay(visits: readonly VisitView[], today: Day, last: Day = today): DayOfVisits[] {
  const groups: { day: Day; visits: VisitView[]; before: number }[] = [];
  for (const [before, visit] of visits.entries()) {
    const ended = visit.open ? today : dayOf(lastTime(visit));
    const day = ended > last ? last : ended;
    const group = groups.at(-1);
    if (group?.day === day) group.visits.push(visit);
    else groups.push({ day, visits: [visit], before });
  }
  return groups;
}

interface VisitRowProps {
  visit: VisitView;
  day: Day;
  parents: Parents;
  onOpen(visit: VisitView): void;
}

/** DOM id: a corrected visit may move to another day, and keeps its focus. */
export function rowId({ visit }: VisitView): string {
  return `visit-${visit}`;
}

/** One button, even as a table row: a screen reader hears one sentence and tabs once. */
const VisitRow = memo(function VisitRow({ visit, day, parents, onOpen }: VisitRowProps) {
  const { texts } = useTranslation();
  const { name, childName, open, row, arrived, left } = visit;
  return (
    <li className={styles.item}>
      <button
        type="button"
        id={rowId(visit)}
        className={`${styles.row} ${parents ? styles.columns : ''} stack bare hover-sunken`}
        aria-haspopup="dialog"
        onClick={() => onOpen(visit)}
      >
        <Initials id={visit.ref.visitor} name={name} />
        <span className={`${styles.name} strong wrap`}>
          <PersonName>{name}</PersonName>
          <span> </span>
        </span>
        <span className={`${styles.line} small numbers wrap`}>
          <When visit={visit} day={day} />
          <span className={`${styles.child} muted`}>
            <TableDot />
            <span>{`${texts.history.with} `}</span>
            <PersonName>{childName}</PersonName>
          </span>
          {parents && (
            <span className={`${styles.by} muted`}>
              <TableDot />
              <ByWhom parents={parents} uids={[arrived?.by, left?.by]} />
            </span>
          )}
        </span>
        <span className={`${styles.state} row gap-2 wrap`}>
          <VisitChip open={open} />
          <SyncMark row={row} />
        </span>
        <Notes visit={visit} parents={parents} />
      </button>
    </li>
  );
});

function When({ visit, day }: Pick<VisitRowProps, 'visit' | 'day'>) {
  const now = useNow();
  const { when, duration } = useVisitWords()(visit, day, now);
  const latest = visit.left ?? visit.arrived;
  return (
    <>
      <time dateTime={latest?.at} className={styles.when}>
        {when}
      </time>
      {duration !== undefined && (
        <span className={`${styles.duration} muted`}>
          <TableDot />
          <span>{duration}</span>
        </span>
      )}
    </>
  );
}

/** Hidden in the columns of a wide screen. */
function TableDot() {
  return (
    <span className={styles.dot}>
      <Dot />
    </span>
  );
}

function Notes({ visit, parents }: Pick<VisitRowProps, 'visit' | 'parents'>) {
  const { t, texts, format } = useTranslation();
  const { arrived, left, corrections, added, staysNight, open, trip } = visit;
  const notes = [
    added && t(($) => $.history.added, { time: format.sinceTime(added.at) }),
    open && staysNight && texts.history.staysNight,
    [arrived, left].some((end) => end?.certainty === 'uncertain') && texts.history.uncertain,
  ].filter(Boolean);
  if (corrections.length + notes.length === 0 && !trip) return null;
  return (
    <span className={`${styles.notes} flow muted small`}>
      {notes.length > 0 && (
        <span>
          <Dotted text={notes.join(' · ')} />
        </span>
      )}
      <CorrectionTrail corrections={corrections.filter(({ end }) => end === 'arrived')} parents={parents} />
      <CorrectionTrail corrections={corrections.filter(({ end }) => end === 'left')} parents={parents} />
      {trip && (
        <span className="block">
          <TripWords trip={{ ...visit, trip }} />
        </span>
      )}
    </span>
  );
}
