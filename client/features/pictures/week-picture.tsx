import { useMemo } from 'react';
import type { ChildView, VisitView } from '#client/data/port.ts';
import { initialsOf, toneOf } from '#client/people/person-name.tsx';
import { visitSpan, visitsOf } from '#client/people/visit-span.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { addDays, type Day, dayOf, daySpan, startOfDay } from '#client/ui/local-day.ts';
import { List } from '#client/ui/sections.tsx';
import { ChildrenKey, useVisitSentence } from './day-picture.tsx';
import picture from './picture.module.css';
import styles from './week-picture.module.css';

interface Props {
  list: readonly ChildView[];
  history: readonly VisitView[];
  monday: Day;
  now: number;
}

/** Height of a lane, in rem. */
const LANE = 1.125;

/** Each day's text says all that its bars show. */
export function WeekPicture({ list, history, monday, now }: Props) {
  const { days, hours } = useMemo(() => layOutWeek(history, monday, now), [history, monday, now]);
  return (
    <div className={`sized stack gap-1`}>
      <List ordered className="stack gap-1">
        {days.map((day) => (
          <DayRow key={day.day} day={day} list={list} now={now} />
        ))}
      </List>
      <div aria-hidden="true" className={`${styles.hours} muted small numbers`}>
        {hours.map(({ hour, start }) => (
          <span key={hour} className={picture.hour} style={{ left: `${start * 100}%` }}>
            {String(hour).padStart(2, '0')}
          </span>
        ))}
      </div>
      <ChildrenKey list={list} />
    </div>
  );
}

function DayRow({
  day: { day, bars, lanes, passed },
  list,
  now,
}: { day: WeekDay } & Pick<Props, 'list' | 'now'>) {
  const { t, format } = useTranslation();
  const sentenceOf = useVisitSentence(day, now);
  const texts = bars.map(({ visit }) => sentenceOf(visit));
  return (
    <li className={`${styles.day} stack gap-2`} data-today={day === dayOf(now) || undefined}>
      <span aria-hidden="true" className={`${styles.name} muted small numbers`}>
        {format.shortDay(startOfDay(day))}
      </span>
      <span className="visually-hidden">
        {`${format.day(startOfDay(day))}: ${texts.join('; ') || t(($) => $.pictures.noVisits)}`}
      </span>
      <span
        aria-hidden="true"
        className={`${styles.track} relative`}
        style={{ height: `${Math.max(1, lanes) * LANE}rem` }}
      >
        <span className={styles.passed} style={{ width: `${passed * 100}%` }} />
        {bars.map((bar) => (
          <WeekBarView key={bar.visit.visit} bar={bar} list={list} />
        ))}
      </span>
    </li>
  );
}

function WeekBarView({ bar, list }: { bar: WeekBar; list: readonly ChildView[] }) {
  const { visit, start, width, lane } = bar;
  return (
    <span
      className={picture.bar}
      data-tone={toneOf(list, visit.ref.child)}
      data-open={visit.open || undefined}
      data-before={bar.startsBefore || undefined}
      data-after={bar.endsAfter || undefined}
      style={{
        left: `min(${start * 100}%, 100% - 1rem)`,
        width: `${width * 100}%`,
        top: `${lane * LANE + 0.0625}rem`,
        height: `${LANE - 0.125}rem`,
      }}
    >
      {list.length > 1 && <span className={`${styles.initials} stack`}>{initialsOf(visit.childName)}</span>}
    </span>
  );
}

const MIN_HOURS = 6;

/** Fractions of the hours shown; `lane` counts from the top. */
interface WeekBar {
  visit: VisitView;
  start: number;
  width: number;
  lane: number;
  startsBefore: boolean;
  endsAfter: boolean;
}

interface WeekDay {
  day: Day;
  bars: readonly WeekBar[];
  lanes: number;
  /** Passed part of the hours shown, 0 to 1. */
  passed: number;
}

interface WeekLayout {
  days: readonly WeekDay[];
  /** Clock hours, 0 to 24. */
  hours: readonly { hour: number; start: number }[];
}

/** By the day's clock, 0 to 24. */
interface Hours {
  from: number;
  to: number;
}

/** `visits` is sorted newest first; `now` is in ms. */
export function layOutWeek(visits: readonly VisitView[], monday: Day, now: number): WeekLayout {
  const today = dayOf(now);
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index)).filter((day) => day <= today);
  const ofWeek = visitsOf(visits, daySpan(monday, days.at(-1)), now);
  const shown = activeHours(ofWeek, days, now);
  return {
    days: days.map((day) => layOutWeekDay(visitsOf(ofWeek, daySpan(day), now), day, shown, now)),
    hours: hourLabels(shown),
  };
}

function layOutWeekDay(visits: readonly VisitView[], day: Day, shown: Hours, now: number): WeekDay {
  const sorted = visits.toSorted((a, b) => visitSpan(a, now).from - visitSpan(b, now).from);
  /** End of the last bar in each lane. */
  const lanes: number[] = [];
  const bars = sorted.map((visit) => {
    const { from, to } = visitSpan(visit, now);
    const start = clamp(fraction(hourOf(from, day), shown));
    const end = Math.max(clamp(fraction(hourOf(to, day), shown)), start);
    const free = lanes.findIndex((occupied) => occupied <= start);
    const lane = free < 0 ? lanes.length : free;
    lanes[lane] = end;
    const span = daySpan(day);
    return {
      visit,
      start,
      width: end - start,
      lane,
      startsBefore: from < span.from,
      endsAfter: to > span.to,
    };
  });
  return { day, bars, lanes: lanes.length, passed: clamp(fraction(hourOf(now, day), shown)) };
}

/** The week's arrivals and departures with an hour around them. */
function activeHours(visits: readonly VisitView[], days: readonly Day[], now: number): Hours {
  const within = visits
    .flatMap((visit) => {
      const { from, to } = visitSpan(visit, now);
      return [from, to];
    })
    .filter((at) => days.includes(dayOf(at)))
    .map((at) => hourOf(at, dayOf(at)));
  const first = Math.floor(Math.min(14, ...within)) - 1;
  const last = Math.ceil(Math.max(18, ...within)) + 1;
  const to = Math.min(24, last);
  return { from: Math.max(0, Math.min(first, to - MIN_HOURS)), to };
}

/** 0 before the day, 24 after it; a clock change is scaled to 24 hours. */
function hourOf(at: number, day: Day): number {
  const span = daySpan(day);
  if (at < span.from) return 0;
  if (at >= span.to) return 24;
  return ((at - span.from) / (span.to - span.from)) * 24;
}

function hourLabels(shown: Hours): { hour: number; start: number }[] {
  const hours = shown.to - shown.from;
  const step = [1, 2, 3, 4, 6].find((each) => hours / each <= 5) ?? 6;
  return Array.from({ length: 25 }, (_, hour) => hour)
    .filter((hour) => hour > shown.from && hour < shown.to && hour % step === 0)
    .map((hour) => ({ hour, start: fraction(hour, shown) }));
}

function fraction(hour: number, { from, to }: Hours): number {
  return (hour - from) / (to - from);
}

function clamp(part: number): number {
  return Math.min(1, Math.max(0, part));
}
