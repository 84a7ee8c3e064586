import { memo } from 'react';
import type { VisitView } from '#client/data/port.ts';
import { Dot, Dotted } from '#client/lib/dot.tsx';
import { ByWhom, type Parents } from '#client/people/by-whom.tsx';
import type { Tone } from '#client/people/child-tones.ts';
import { CorrectionTrail } from '#client/people/correction-trail.tsx';
import { Initials } from '#client/people/initials.tsx';
import { PersonName } from '#client/people/person-name.tsx';
import { VisitChip } from '#client/people/status-pill.tsx';
import { SyncMark } from '#client/people/sync-mark.tsx';
import { useVisitWords } from '#client/people/use-visit-words.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import type { Day } from '#client/ui/local-day.ts';
import styles from './visit-row.module.css';

interface Props {
  visit: VisitView;
  /** The day that the visit is listed under. */
  day: Day;
  tone: Tone;
  parents: Parents;
  onOpen(visit: VisitView): void;
}

/** The id of a visit's row. A corrected visit may move to another day, so focus finds its row by this id. */
export function rowId({ visit }: VisitView): string {
  return `visit-${visit}`;
}

/**
 * One visit in two lines, and in a third its corrections; a tap opens its sheet. A list item with one button, on wide screens
 * laid out as the row of a table: a screen reader hears the row as one sentence, and tabs once.
 */
export const VisitRow = memo(function VisitRow({ visit, day, tone, parents, onOpen }: Props) {
  const { texts } = useTranslation();
  const { name, childName, open, row, arrived, left } = visit;
  return (
    <li className={styles.item}>
      <button
        type="button"
        id={rowId(visit)}
        className={`${styles.row} ${parents ? styles.columns : ''} stack bare`}
        aria-haspopup="dialog"
        onClick={() => onOpen(visit)}
      >
        <Initials name={name} tone={tone} />
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
          <VisitChip open={open} isPlain />
          <SyncMark row={row} />
        </span>
        <Notes visit={visit} parents={parents} />
      </button>
    </li>
  );
});

function When({ visit, day }: Pick<Props, 'visit' | 'day'>) {
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

/** The columns of a wide screen need none. */
function TableDot() {
  return (
    <span className={styles.dot}>
      <Dot />
    </span>
  );
}

/** The notes beside the times: added afterwards, stays the night, an uncertain time, corrections of both ends. */
function Notes({ visit, parents }: Pick<Props, 'visit' | 'parents'>) {
  const { t, texts, format } = useTranslation();
  const { arrived, left, corrections, added, staysNight, open } = visit;
  const notes = [
    added && t(($) => $.history.added, { time: format.sinceTime(added.at) }),
    open && staysNight && texts.history.staysNight,
    [arrived, left].some((end) => end?.certainty === 'uncertain') && texts.history.uncertain,
  ].filter(Boolean);
  if (corrections.length + notes.length === 0) return null;
  return (
    <span className={`${styles.notes} flow muted small`}>
      {notes.length > 0 && (
        <span>
          <Dotted text={notes.join(' · ')} />
        </span>
      )}
      <CorrectionTrail corrections={corrections.filter(({ end }) => end === 'arrived')} parents={parents} />
      <CorrectionTrail corrections={corrections.filter(({ end }) => end === 'left')} parents={parents} />
    </span>
  );
}
