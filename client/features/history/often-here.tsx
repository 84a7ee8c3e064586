import { useMemo, useState } from 'react';
import type { VisitorView, VisitView } from '#client/data/port.ts';
import { Dotted } from '#client/lib/dot.tsx';
import { Initials, PersonName, toneOf } from '#client/people/person-name.tsx';
import { shownTime, visitSpan, visitsOf } from '#client/people/visit-span.ts';
import { useView } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { Link } from '#client/ui/link.tsx';
import {
  type Day,
  dayOf,
  daySpan,
  daysOfMonth,
  type Month as MonthName,
  monthOf,
  type Span,
  startOfDay,
} from '#client/ui/local-day.ts';
import { List, ShowMore, useShowMore } from '#client/ui/sections.tsx';
import type { VisitorRef } from '#domain/paths.ts';
import { filterVisits, ifMonthLoaded, toHistory } from './filter.ts';
import { Month } from './month.tsx';
import styles from './often-here.module.css';

interface Props {
  visits: readonly VisitView[];
  month: MonthName;
  /** In ms. */
  now: number;
  toFriend(ref: VisitorRef): string;
}

const PORTION = 4;

/** Who came most often in the month; nothing if nobody came. */
export function OftenHere({ visits, month, now, toFriend }: Props) {
  const { t, texts, format } = useTranslation();
  const { first, last } = daysOfMonth(month);
  const totals = useMemo(() => totalsOf(visits, daySpan(first, last), now), [visits, first, last, now]);
  const { children } = useView();
  const words = useTotalWords();
  const { shown, isAll, showMore } = useShowMore(totals, PORTION);
  const most = totals[0]?.times ?? 0;
  if (most === 0) return null;
  return (
    <section aria-labelledby="often-here" className="stack gap-2">
      <h2 id="often-here" className="large">
        {t(($) => $.historyPage.oftenHere, { month: format.month(startOfDay(first)) })}
      </h2>
      <List className={`${styles.list} raised surface`}>
        {shown.map((total) => (
          <li key={total.ref.visitor} className={styles.item}>
            <Link to={toFriend(total.ref)} className={`${styles.row} hover-sunken`}>
              <Initials id={total.ref.visitor} name={total.name} />
              <span className="strong wrap">
                <PersonName>{total.name}</PersonName>
                <span> </span>
              </span>
              <span className="muted small numbers">
                <Dotted text={words(total)} />
              </span>
              <span
                aria-hidden="true"
                className={styles.bar}
                data-tone={toneOf(children, total.ref.visitor)}
                style={{ width: `${(total.times / most) * 100}%` }}
              />
            </Link>
          </li>
        ))}
      </List>
      {!isAll && <ShowMore label={texts.people.showMore} onClick={showMore} />}
    </section>
  );
}

export function FriendMonth({ visitor: { ref } }: { visitor: VisitorView }) {
  const view = useView();
  const { history, children } = view;
  const now = useNow();
  const today = dayOf(now);
  const [month, setMonth] = useState(monthOf(today));
  const person = ref.visitor;
  const visits = useMemo(() => filterVisits(history, { person }, today, now), [history, person, today, now]);
  const { texts } = useTranslation();
  const words = useTotalWords();
  const list = useMemo(() => children.filter(({ id }) => id === ref.child), [children, ref.child]);
  const toDay = useMemo(() => (day: Day) => toHistory({ person, day }), [person]);
  if (visits.length === 0) return null;
  const { first, last } = daysOfMonth(month);
  const known = ifMonthLoaded(view, month, visits);
  const [total = { times: 0, ms: 0 }] = totalsOf(known, daySpan(first, last), now);
  return (
    <div className="divided stack gap-2">
      <Month heading="h3" visits={known} {...{ list, month, today, now, toDay }} onMonth={setMonth} />
      <Link to={toHistory({ person })} className="target strong small numbers">
        <span>
          <Dotted text={known === visits ? words(total) : texts.historyPage.loadingOlder} />
        </span>
      </Link>
    </div>
  );
}

/** "9 gånger · 19 h" */
function useTotalWords() {
  const { t, format } = useTranslation();
  return ({ times, ms }: Pick<Total, 'times' | 'ms'>) => {
    const count = t(($) => $.historyPage.times, { count: times, number: format.number(times) });
    return ms === 0 ? count : `${count} · ${format.duration(ms)}`;
  };
}

interface Total {
  ref: VisitorRef;
  name: string;
  times: number;
  ms: number;
}

/** Most visits first, then the longest. `visits`: newest first. */
export function totalsOf(visits: readonly VisitView[], span: Span, now: number): Total[] {
  const totals = [...Map.groupBy(visitsOf(visits, span, now), ({ ref }) => ref.visitor).values()].flatMap(
    (of) => {
      const [latest] = of;
      if (!latest) return [];
      const lengths = of.map((visit) => {
        const { from, to } = visitSpan(visit, now);
        return shownTime({ from: Math.max(from, span.from), to: Math.min(to, span.to) });
      });
      const ms = lengths.reduce((sum, length) => sum + length, 0);
      return [{ ref: latest.ref, name: latest.name, times: of.length, ms }];
    },
  );
  return totals.toSorted((a, b) => b.times - a.times || b.ms - a.ms);
}
