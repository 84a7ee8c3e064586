import { memo, useMemo } from 'react';
import type { ChildView, VisitView } from '#client/data/port.ts';
import { Dot } from '#client/lib/dot.tsx';
import { type Tone, toneOf } from '#client/people/child-tones.ts';
import { Initials } from '#client/people/initials.tsx';
import { PersonName } from '#client/people/person-name.tsx';
import { useVisitWords } from '#client/people/use-visit-words.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { ShowMore, useShowMore } from '#client/ui/buttons/show-more.tsx';
import { List } from '#client/ui/list.tsx';
import { type Day, daySpan } from '#client/ui/local-day.ts';
import { type Bar, type DayLayout, layOutDay } from './day-layout.ts';
import styles from './picture.module.css';

interface Props {
  /** The household's children, who give the colours. */
  list: readonly ChildView[];
  history: readonly VisitView[];
  day: Day;
  /** In ms; the picture of today moves with it. */
  now: number;
}

/** A day's visits as bars on its active hours, and in words. Renders `empty` if there were none. */
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
  /** The place of now, as a fraction of the width. */
  nowAt: number | undefined;
}

/** One visit. Renders again only if it or the minute changed: a tap changes one of many. */
const Line = memo(function Line({ tone, day, now, nowAt, ...bar }: LineProps) {
  const { visit, start, width, startsBefore, endsAfter } = bar;
  return (
    <li className={`${styles.visit} stack gap-1`}>
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

/** Labels beside the word "now" are left out, as they would lie under it. */
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
  /** The colour of the child. */
  tone: Tone;
  day: Day;
  now: number;
  startsBefore: boolean;
}

/** The words of a bar: the visitor's initials and both names on the left, the times on the right. */
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
