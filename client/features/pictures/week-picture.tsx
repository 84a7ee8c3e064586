import { useMemo } from 'react';
import type { ChildView, VisitView } from '#client/data/port.ts';
import { toneOf } from '#client/people/child-tones.ts';
import { Initials } from '#client/people/initials.tsx';
import { initialsOf } from '#client/people/initials-of.ts';
import { PersonName } from '#client/people/person-name.tsx';
import { useVisitWords } from '#client/people/use-visit-words.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { List } from '#client/ui/list.tsx';
import { type Day, dayOf, startOfDay } from '#client/ui/local-day.ts';
import picture from './picture.module.css';
import { layOutWeek, type WeekBar, type WeekDay } from './week-layout.ts';
import styles from './week-picture.module.css';

interface Props {
  /** The household's children, who give the colours. */
  list: readonly ChildView[];
  history: readonly VisitView[];
  /** Monday of the week shown. */
  monday: Day;
  now: number;
}

/** The height of a lane, in rem. */
const LANE = 1.125;

/** The days of a week up to today, with a bar for each visit in its child's colour; the text of each day says all. */
export function WeekPicture({ list, history, monday, now }: Props) {
  const { days, hours } = useMemo(() => layOutWeek(history, monday, now), [history, monday, now]);
  return (
    <div className={`${styles.week} stack gap-1`}>
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
  const wordsOf = useVisitWords();
  const texts = bars.map(({ visit }) => {
    const { when, duration } = wordsOf(visit, day, now);
    const times = duration === undefined ? when : `${when}, ${duration}`;
    return `${visit.name} ${t(($) => $.history.with)} ${visit.childName} ${times}`;
  });
  return (
    <li className={`${styles.day} stack gap-2`} data-today={day === dayOf(now) || undefined}>
      <span aria-hidden="true" className={`${styles.name} muted small numbers`}>
        {format.shortDay(startOfDay(day))}
      </span>
      <span className="visually-hidden">
        {`${format.day(startOfDay(day))}: ${texts.join('; ') || t(($) => $.pictures.noVisits)}`}
      </span>
      <span aria-hidden="true" className={styles.track} style={{ height: `${Math.max(1, lanes) * LANE}rem` }}>
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

/** The children with their colours; the bars of a picture have no room for names. */
function ChildrenKey({ list }: { list: readonly ChildView[] }) {
  if (list.length < 2) return null;
  return (
    <p aria-hidden="true" className={`${styles.key} flow small`}>
      {list.map(({ id, name }) => (
        <span key={id} className="inline gap-2 wrap">
          <Initials small name={name} tone={toneOf(list, id)} />
          <PersonName>{name}</PersonName>
        </span>
      ))}
    </p>
  );
}
