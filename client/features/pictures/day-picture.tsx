import { memo, useId, useMemo } from 'react';
import type { ChildView, VisitView } from '#client/data/port.ts';
import { Dot } from '#client/lib/dot.tsx';
import { Initials, PersonName, type Tone, toneOf } from '#client/people/person-name.tsx';
import { lastTime, overlaps, visitSpan } from '#client/people/visit-span.ts';
import { useVisitWords } from '#client/people/visit-words.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { Link } from '#client/ui/link.tsx';
import { type Day, dayOf, daySpan, type Span } from '#client/ui/local-day.ts';
import { Card, List, SectionHeading, ShowMore, useShowMore } from '#client/ui/sections.tsx';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import styles from './picture.module.css';

interface Props {
  list: readonly ChildView[];
  history: readonly VisitView[];
  day: Day;
  /** In ms; today's picture moves with it. */
  now: number;
}

/** Renders `empty` for a day without visits. */
export function DayPicture({ list, history, day, now, empty }: Props & { empty: string }) {
  const layout = useMemo(() => layOutDay(history, daySpan(day), now), [history, day, now]);
  const { texts } = useTranslation();
  const { shown, isAll, showMore } = useShowMore(layout.bars, 12);
  if (layout.bars.length === 0) return <p className="muted">{empty}</p>;
  return (
    <>
      <List ordered className="stack gap-3">
        {shown.map((bar) => (
          <Line
            key={bar.visit.visit}
            {...bar}
            tone={toneOf(list, bar.visit.ref.child)}
            day={day}
            now={now}
            nowAt={layout.now}
          />
        ))}
      </List>
      <Hours layout={layout} />
      {!isAll && <ShowMore label={texts.people.showMore} onClick={showMore} />}
    </>
  );
}

interface LineProps extends Bar {
  tone: Tone;
  day: Day;
  now: number;
  /** Fraction of the width. */
  nowAt: number | undefined;
}

/** Renders only if its visit or the minute changed. */
const Line = memo(function Line({ tone, day, now, nowAt, ...bar }: LineProps) {
  const { visit, start, width, startsBefore, endsAfter } = bar;
  return (
    <li className={`sized stack gap-1`}>
      <PictureLine visit={visit} tone={tone} day={day} now={now} startsBefore={startsBefore} />
      <span aria-hidden="true" className={styles.track}>
        <span
          className={styles.bar}
          data-tone={tone}
          data-open={visit.open || undefined}
          data-before={startsBefore || undefined}
          data-after={endsAfter || undefined}
          style={{ left: `min(${start * 100}%, 100% - 0.5rem)`, width: `${width * 100}%` }}
        />
        {nowAt !== undefined && <span className={styles.now} style={{ left: `${nowAt * 100}%` }} />}
      </span>
    </li>
  );
});

/** No labels beside the word "now", which would cover them. */
function Hours({ layout: { hours, now } }: { layout: DayLayout }) {
  const { texts, format } = useTranslation();
  const isFree = (start: number) => now === undefined || Math.abs(start - now) > 0.2;
  return (
    <div aria-hidden="true" className={`${styles.hours} muted small numbers`}>
      {hours
        .filter(({ start }) => isFree(start))
        .map(({ at, start }) => (
          <span key={at} className={styles.hour} style={{ left: `${start * 100}%` }}>
            {format.time(at)}
          </span>
        ))}
      {now !== undefined && (
        <span
          className={`${styles.nowWord} strong`}
          style={{ left: `${now * 100}%`, transform: `translateX(${now * -100}%)` }}
        >
          {texts.pictures.now}
        </span>
      )}
    </div>
  );
}

interface PictureLineProps {
  visit: VisitView;
  tone: Tone;
  day: Day;
  now: number;
  startsBefore: boolean;
}

function PictureLine({ visit, tone, day, now, startsBefore }: PictureLineProps) {
  const { texts } = useTranslation();
  const { when, duration } = useVisitWords()(visit, day, now);
  return (
    <span className={`${styles.line} row between`}>
      <span className="line gap-2 strong wrap">
        <Initials small name={visit.name} tone={tone} />
        <span>
          <PersonName>{visit.name}</PersonName>
          <span className="muted small">
            <span>{` ${texts.history.with} `}</span>
            <PersonName>{visit.childName}</PersonName>
          </span>
        </span>
      </span>
      <span className="muted small numbers">
        {startsBefore && <span aria-hidden="true">← </span>}
        <span>{when}</span>
        {duration !== undefined && <Dot />}
        {duration !== undefined && <span>{duration}</span>}
      </span>
    </span>
  );
}

/** Keeps one short visit from filling the picture. */
const MIN_SPAN_MS = 6 * HOUR_MS;

/** `start` and `width` are fractions of the picture's width, 0 to 1. */
interface Bar {
  visit: VisitView;
  start: number;
  width: number;
  startsBefore: boolean;
  endsAfter: boolean;
}

interface DayLayout {
  span: Span;
  bars: readonly Bar[];
  hours: readonly { at: number; start: number }[];
  /** Fraction of the width; undefined on another day. */
  now: number | undefined;
}

/** Earliest first. `visits` is sorted newest first; `now` is in ms. */
export function layOutDay(visits: readonly VisitView[], day: Span, now: number): DayLayout {
  const today = visitsOf(visits, day, now);
  const sorted = today.toSorted((a, b) => visitSpan(a, now).from - visitSpan(b, now).from);
  const span = activeHours(sorted, day, now);
  return {
    span,
    bars: sorted.map((visit) => barOf(visit, span, now)),
    hours: hourLabels(span),
    now: now >= span.from && now <= span.to ? fraction(now, span) : undefined,
  };
}

/** Fast for a long history: ended visits must be sorted newest first. */
export function visitsOf(visits: readonly VisitView[], span: Span, now: number): VisitView[] {
  // After the first that ended before the span, only an open visit can reach into it.
  const older = visits.findIndex((visit) => !visit.open && lastTime(visit) < span.from);
  const near = older < 0 ? visits : visits.filter((visit, at) => at < older || visit.open);
  return near.filter(overlaps(span, now));
}

function barOf(visit: VisitView, span: Span, now: number): Bar {
  const { from: began, to: ended } = visitSpan(visit, now);
  const from = Math.min(Math.max(began, span.from), span.to);
  const to = Math.max(Math.min(ended, span.to), from);
  return {
    visit,
    start: fraction(from, span),
    width: (to - from) / (span.to - span.from),
    startsBefore: began < span.from,
    endsAfter: ended > span.to,
  };
}

/** An hour around the day's arrivals, departures and now, at least six; other days' times do not count. */
function activeHours(visits: readonly VisitView[], day: Span, now: number): Span {
  const within = (at: number) => at >= day.from && at < day.to;
  const ends = visits.flatMap((visit) => {
    const { from, to } = visitSpan(visit, now);
    return [from, to];
  });
  const moments = [...ends, now].filter(within);
  const [first, last] =
    moments.length > 0 ? [Math.min(...moments), Math.max(...moments)] : [day.from, day.to];
  // At least a minute: a picture needs a width.
  const passed = Math.min(day.to, Math.max(now, day.from + MINUTE_MS));
  const to = Math.min(passed, Math.max(day.from + MIN_SPAN_MS, startOfHour(last, day) + 2 * HOUR_MS));
  const from = Math.max(day.from, startOfHour(Math.min(first - HOUR_MS, to - MIN_SPAN_MS), day));
  return { from, to };
}

/** Counted from midnight, which suits half-hour time zones too. */
function startOfHour(ms: number, day: Span): number {
  return day.from + Math.floor((ms - day.from) / HOUR_MS) * HOUR_MS;
}

/** At most seven, in even steps of real time. */
function hourLabels(span: Span): { at: number; start: number }[] {
  const hours = Math.ceil((span.to - span.from) / HOUR_MS);
  const step = [1, 2, 3, 4, 6].find((each) => hours / each <= 6) ?? 6;
  const inner = Array.from({ length: hours }, (_, hour) => span.from + hour * HOUR_MS);
  return inner
    .filter((at) => at > span.from && new Date(at).getHours() % step === 0)
    .map((at) => ({ at, start: fraction(at, span) }));
}

function fraction(at: number, { from, to }: Span): number {
  return (at - from) / (to - from);
}

interface TodayProps {
  list: readonly ChildView[];
  history: readonly VisitView[];
}

export const Today = memo(function Today({ list, history }: TodayProps) {
  const { texts } = useTranslation();
  const heading = useId();
  const now = useNow();
  return (
    <Card as="section" aria-labelledby={heading}>
      <SectionHeading
        id={heading}
        action={
          <Link to="/history" className="target strong">
            {texts.hereNow.toHistory}
          </Link>
        }
      >
        {texts.historyPage.today}
      </SectionHeading>
      <DayPicture list={list} history={history} day={dayOf(now)} now={now} empty={texts.hereNow.todayEmpty} />
    </Card>
  );
});
