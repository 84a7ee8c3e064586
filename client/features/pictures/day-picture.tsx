import { memo, useId, useMemo } from 'react';
import type { ChildView, VisitView } from '#client/data/port.ts';
import { Dotted } from '#client/lib/dot.tsx';
import { Initials, initialsOf, namesApart, PersonName, toneOf } from '#client/people/person-name.tsx';
import { useVisitWords } from '#client/people/visit-words.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { Link } from '#client/ui/link.tsx';
import { type Day, dayOf, daySpan } from '#client/ui/local-day.ts';
import { Card, List, SectionHeading, ShowMore, useShowMore } from '#client/ui/sections.tsx';
import { type Bar, layOutDay, plannedHome } from './day-layout.ts';
import styles from './picture.module.css';

interface Props {
  list: readonly ChildView[];
  history: readonly VisitView[];
  day: Day;
  /** In ms; today's picture moves with it. */
  now: number;
}

/** All on one axis; the hidden list says what the bars show. Renders `empty` for a day without visits. */
export function DayPicture({ list, history, day, now, empty }: Props & { empty: string }) {
  const layout = useMemo(() => layOutDay(history, daySpan(day), now), [history, day, now]);
  const { texts, format } = useTranslation();
  const sentenceOf = useVisitSentence(day, now);
  const { shown, isAll, showMore } = useShowMore(layout.bars, 24);
  if (layout.bars.length === 0) return <p className="muted">{empty}</p>;
  const people = [...new Map(shown.map(({ visit }) => [visit.ref.visitor, visit.name]))];
  const names = namesApart(people.map(([, name]) => name));
  const nameOf = new Map(people.map(([id], place) => [id, names[place]]));
  const hosts = list.filter(({ id }) => layout.bars.some(({ visit }) => visit.ref.child === id));
  return (
    <div className="relative stack gap-2">
      <List ordered className="visually-hidden">
        {shown.map(({ visit }) => (
          <li key={visit.visit}>{sentenceOf(visit)}</li>
        ))}
      </List>
      <div aria-hidden="true" className={`${styles.axis} stack small numbers`}>
        {layout.hours.map(({ at, start }) => (
          <span key={at} className={styles.hour} style={{ left: percent(start) }}>
            {new Date(at).getHours()}
          </span>
        ))}
        {layout.now !== undefined && <span className={styles.now} style={{ left: percent(layout.now) }} />}
        {layout.now !== undefined && (
          <span
            className={`${styles.clock} strong`}
            style={{ left: `clamp(1.5rem, ${percent(layout.now)}, 100% - 1.5rem)` }}
          >
            {format.time(now)}
          </span>
        )}
        {shown.map((bar) => (
          <Line
            key={bar.visit.visit}
            {...bar}
            name={nameOf.get(bar.visit.ref.visitor) ?? ''}
            tone={toneOf(list, bar.visit.ref.child)}
            hasLetter={list.length > 1}
            day={day}
            now={now}
          />
        ))}
      </div>
      <ChildrenKey list={list.length > 1 ? hosts : []} isPlanned={shown.some(({ plan }) => plan > 0)} />
      {!isAll && <ShowMore label={texts.people.showMore} onClick={showMore} />}
    </div>
  );
}

interface LineProps extends Bar {
  name: string;
  tone: number;
  hasLetter: boolean;
  day: Day;
  now: number;
}

/** The name is in its bar if it fits, else beside it; the times follow where they fit too. */
const Line = memo(function Line({ name, tone, hasLetter, day, now, ...bar }: LineProps) {
  const { visit, start, width, plan, label } = bar;
  const { when } = useVisitWords()(visit, day, now);
  const end = start + width;
  const places = {
    before: { right: `max(${percent(1 - start)}, ${percent(1 - end)} + 1rem)`, maxWidth: percent(start) },
    inside: { left: percent(start), maxWidth: percent(width) },
    after: { left: `max(${percent(end + plan)}, 1rem)`, maxWidth: percent(bar.roomAfter) },
  };
  return (
    <span className={styles.line} data-tone={tone}>
      {plan > 0 && (
        <span
          className={styles.plan}
          data-after={bar.endsAfter || undefined}
          style={{ left: percent(end), width: percent(plan) }}
        />
      )}
      <span
        className={styles.bar}
        data-open={visit.open || undefined}
        data-before={bar.startsBefore || undefined}
        data-after={bar.endsAfter || undefined}
        style={{ right: `min(${percent(1 - end)}, 100% - 1rem)`, width: percent(width) }}
      >
        {hasLetter && <span className={styles.letter}>{initialsOf(visit.childName).slice(0, 1)}</span>}
      </span>
      <span
        className={styles.label}
        data-place={label}
        data-letter={hasLetter || undefined}
        style={places[label]}
      >
        <span className={`${styles.name} strong`}>
          <PersonName>{name}</PersonName>
        </span>
        <span>{when}</span>
      </span>
    </span>
  );
});

interface KeyProps {
  list: readonly ChildView[];
  isPlanned?: boolean;
}

function ChildrenKey({ list, isPlanned }: KeyProps) {
  const { texts } = useTranslation();
  if (list.length === 0 && !isPlanned) return null;
  return (
    <p aria-hidden="true" className={`${styles.key} flow small`}>
      {list.map(({ id, name }) => (
        <span key={id} className="inline gap-2 wrap">
          <Initials small id={id} name={name} />
          <PersonName>{name}</PersonName>
        </span>
      ))}
      {isPlanned && (
        <span className="inline gap-2 muted">
          <span className={styles.plan} />
          <span>{texts.pictures.planned}</span>
        </span>
      )}
    </p>
  );
}

function useVisitSentence(day: Day, now: number) {
  const { t, texts, format } = useTranslation();
  const wordsOf = useVisitWords();
  return (visit: VisitView) => {
    const { when, duration } = wordsOf(visit, day, now);
    const planned = plannedHome(visit, now);
    const parts = [
      `${visit.name} ${texts.history.with} ${visit.childName} ${when}`,
      duration,
      planned && t(($) => $.pictures.plannedAt, { time: format.sinceTime(planned) }),
    ];
    return parts.filter(Boolean).join(', ');
  };
}

function percent(part: number): string {
  return `${(part * 100).toFixed(2)}%`;
}

interface TodayProps {
  list: readonly ChildView[];
  history: readonly VisitView[];
}

export const Today = memo(function Today({ list, history }: TodayProps) {
  const { texts } = useTranslation();
  const heading = useId();
  const now = useNow();
  const day = dayOf(now);
  return (
    <Card as="section" aria-labelledby={heading}>
      <SectionHeading id={heading} action={<Sum history={history} day={day} now={now} />}>
        {texts.historyPage.today}
      </SectionHeading>
      <DayPicture list={list} history={history} day={day} now={now} empty={texts.hereNow.todayEmpty} />
    </Card>
  );
});

function Sum({ history, day, now }: Omit<Props, 'list'>) {
  const { t, format } = useTranslation();
  const { bars, total } = useMemo(() => layOutDay(history, daySpan(day), now), [history, day, now]);
  if (bars.length === 0) return null;
  const count = t(($) => $.historyPage.count, { count: bars.length, number: format.number(bars.length) });
  return (
    <Link to={`/history?day=${day}`} className="target small numbers">
      <span>
        <Dotted text={`${count} · ${format.duration(total)}`} />
      </span>
    </Link>
  );
}
