import ChevronDown from 'lucide-react/icons/chevron-down';
import { memo, useId, useMemo } from 'react';
import type { ChildView, VisitView } from '#client/data/port.ts';
import { initialsOf, PersonName, toneOf } from '#client/people/person-name.tsx';
import { visitSpan, visitsOf } from '#client/people/visit-span.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { IconButton } from '#client/ui/buttons/button.tsx';
import { Link } from '#client/ui/link.tsx';
import {
  addDays,
  type Day,
  dayOf,
  daySpan,
  daysOfMonth,
  type Month as MonthName,
  monthOf,
  startOfDay,
  startOfWeek,
} from '#client/ui/local-day.ts';
import styles from './month.module.css';

interface Props {
  list: readonly ChildView[];
  /** Newest first. */
  visits: readonly VisitView[];
  month: MonthName;
  today: Day;
  /** In ms. */
  now: number;
  chosen?: Day | undefined;
  heading?: 'h2' | 'h3';
  /** Must be stable. */
  toDay(day: Day): string;
  onMonth(month: MonthName): void;
}

/** Each visit is a door in the colour of its child. */
export function Month(props: Props) {
  const { list, visits, month, today, now, chosen, heading: Heading = 'h2', toDay, onMonth } = props;
  const { texts, format } = useTranslation();
  const id = useId();
  const weeks = useMemo(() => layOutMonth(visits, month, today, now), [visits, month, today, now]);
  const { first, last } = daysOfMonth(month);
  const oldest = visits.at(-1);
  const isFirst = !oldest || visitSpan(oldest, now).from >= startOfDay(first);
  const toMonthOf = (day: Day) => () => onMonth(monthOf(day));
  return (
    <section aria-labelledby={id} className="sized stack gap-1">
      <div className="row between">
        <Heading id={id} className={styles.name}>
          {format.monthYear(startOfDay(first))}
        </Heading>
        <span className={`${styles.steps} inline`}>
          <IconButton
            icon={ChevronDown}
            label={texts.historyPage.monthBefore}
            aria-disabled={isFirst || undefined}
            onClick={isFirst ? undefined : toMonthOf(addDays(first, -1))}
          />
          <IconButton
            icon={ChevronDown}
            label={texts.historyPage.monthAfter}
            aria-disabled={last >= today || undefined}
            onClick={last >= today ? undefined : toMonthOf(addDays(last, 1))}
          />
        </span>
      </div>
      <table aria-labelledby={id} className={styles.table}>
        <thead>
          <tr>
            {weeks[0]?.map(({ day }) => {
              const weekday = format.weekday(startOfDay(day));
              return (
                <th key={day} scope="col" className={`${styles.weekday} muted small`}>
                  <span aria-hidden="true">{weekday.charAt(0)}</span>
                  <span className="visually-hidden">{weekday}</span>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {weeks.map((days) => (
            <tr key={days[0]?.day}>
              {days.map((one) => (
                <td key={one.day}>
                  {one.isShown && (
                    <DayOfMonth
                      {...one}
                      list={list}
                      today={today}
                      isChosen={one.day === chosen}
                      toDay={toDay}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ChildrenKey list={list} />
    </section>
  );
}

interface DayProps extends Omit<MonthDay, 'isShown'>, Pick<Props, 'list' | 'today' | 'toDay'> {
  isChosen: boolean;
}

const DOORS = 6;

const DayOfMonth = memo(
  function DayOfMonth({ day, visits, list, today, isChosen, toDay }: DayProps) {
    const { t, format } = useTranslation();
    const number = <span className={`${styles.number} numbers`}>{Number(day.slice(8))}</span>;
    if (visits.length === 0)
      return (
        <span className={`${styles.day} muted`} data-future={day > today || undefined}>
          {number}
        </span>
      );
    const count = visits.length;
    const visitCount = t(($) => $.historyPage.count, { count, number: format.number(count) });
    const isMany = count > DOORS;
    const places = list.map(({ id }) => id);
    const doors = visits.toSorted((a, b) => places.indexOf(a.ref.child) - places.indexOf(b.ref.child));
    return (
      <Link
        to={toDay(day)}
        className={styles.day}
        aria-label={`${format.monthDay(startOfDay(day))}, ${visitCount}`}
        aria-current={isChosen || (day === today ? 'date' : undefined)}
      >
        {number}
        <span aria-hidden="true" className={styles.doors}>
          {doors.slice(0, isMany ? DOORS - 1 : DOORS).map(({ visit, ref, childName }) => (
            <Door key={visit} list={list} child={ref.child} name={childName} />
          ))}
          {isMany && <span className={styles.more} data-letter={`+${count - DOORS + 1}`} />}
        </span>
      </Link>
    );
  },
  ({ visits, ...rest }, { visits: visitsNow, ...now }) =>
    (Object.keys(rest) as (keyof typeof rest)[]).every((key) => rest[key] === now[key]) &&
    visits.length === visitsNow.length &&
    visits.every((visit, index) => visit.ref.child === visitsNow[index]?.ref.child),
);

interface DoorProps extends Pick<Props, 'list'> {
  child: string;
  name: string;
}

/** Its letter is for eyes that see no colour. */
function Door({ list, child, name }: DoorProps) {
  return (
    <span
      className={styles.door}
      data-tone={toneOf(list, child)}
      data-letter={list.length > 1 ? initialsOf(name.trim().split(/\s+/)[0] ?? '') : ''}
    />
  );
}

function ChildrenKey({ list }: Pick<Props, 'list'>) {
  if (list.length < 2) return null;
  return (
    <p aria-hidden="true" className={`${styles.key} flow muted small`}>
      {list.map(({ id, name }) => (
        <span key={id} className="inline gap-2 wrap">
          <Door list={list} child={id} name={name} />
          <PersonName>{name}</PersonName>
        </span>
      ))}
    </p>
  );
}

interface MonthDay {
  day: Day;
  visits: readonly VisitView[];
  /** False for another month's days in a week of this one. */
  isShown: boolean;
}

/** The current month begins early enough to show the week before this one. */
export function layOutMonth(
  visits: readonly VisitView[],
  month: MonthName,
  today: Day,
  now: number,
): MonthDay[][] {
  const { first, last } = daysOfMonth(month);
  const weekAgo = startOfWeek(addDays(today, -7));
  const from = month === monthOf(today) && weekAgo < first ? weekAgo : first;
  const byDay = visitsByDay(visits, from, last, now);
  const weeks: MonthDay[][] = [];
  for (let week = startOfWeek(from); week <= last; week = addDays(week, 7)) {
    const days = Array.from({ length: 7 }, (_, index) => addDays(week, index));
    weeks.push(
      days.map((day) => ({
        day,
        visits: byDay.get(day) ?? [],
        isShown: day >= from && day <= last,
      })),
    );
  }
  return weeks;
}

/** A visit is on every day that it overlaps, as in the day's list. */
function visitsByDay(visits: readonly VisitView[], first: Day, last: Day, now: number) {
  const byDay = new Map<Day, VisitView[]>();
  for (const visit of visitsOf(visits, daySpan(first, last), now)) {
    const { from, to } = visitSpan(visit, now);
    const [began, ended] = [dayOf(from), dayOf(Math.max(from, to - 1))];
    const end = ended < last ? ended : last;
    for (let day = began > first ? began : first; day <= end; day = addDays(day, 1))
      byDay.set(day, [...(byDay.get(day) ?? []), visit]);
  }
  return byDay;
}
