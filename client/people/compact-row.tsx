import type { Elements } from '#client/lib/jsx.ts';
import { List } from '#client/ui/list.tsx';
import type { Status } from '#domain/documents.ts';
import type { Tone } from './child-tones.ts';
import styles from './compact-row.module.css';
import { Initials } from './initials.tsx';
import { PersonName } from './person-name.tsx';

interface Props {
  /** The id of the visitor; a row with one takes no tap just after it moved (`guardMovedRows`). */
  id?: string;
  name: string;
  /** The colour of the child (`toneOf`). */
  tone: Tone;
  /** A small picture behind the name. */
  mark?: Elements;
  /** One line: below the name, or beside it on a wide screen. */
  children: Elements;
  /** Opens the row's sheet by a press on the text; without it the text is plain. */
  onOpen?: (() => void) | undefined;
  /** The button at the end of the row. */
  action?: Elements;
  /** Lines below the row: a question, the planned time. */
  note?: Elements;
  /** A second button takes room from the words. */
  isCrowded?: boolean;
  /** The new status of a visitor who left this list; the row says so, and fades away when the lists become still (`useStill`). */
  gone?: Status | undefined;
}

/** A row of 72 px for a visitor or a visit; it grows with long names and large text. All but one action is in the row's sheet. */
export function CompactRow({ id, name, tone, mark, children, onOpen, action, note, isCrowded, gone }: Props) {
  const text = (
    <>
      <Initials name={name} tone={tone} />
      <span className={`${styles.words} stack`}>
        <span className={`${styles.name} strong`}>
          <PersonName>{name}</PersonName>
          <span> </span>
          {mark}
          <span> </span>
        </span>
        <span className="muted small numbers">{children}</span>
      </span>
    </>
  );
  return (
    <li className={styles.item} data-row={id} data-crowded={isCrowded || undefined} data-gone={gone}>
      <div className={`${styles.row} row`}>
        {onOpen ? (
          <button
            type="button"
            className={`${styles.text} line gap-3`}
            aria-haspopup="dialog"
            onClick={onOpen}
          >
            {text}
          </button>
        ) : (
          <div className={`${styles.text} line gap-3`}>{text}</div>
        )}
        {action}
      </div>
      {note}
    </li>
  );
}

/** A list of such rows, on one surface. */
export function CompactList({ label, children }: { label?: string; children: Elements }) {
  return (
    <div className={`${styles.surface} raised surface`}>
      <List aria-label={label} className={`${styles.list} stack`}>
        {children}
      </List>
    </div>
  );
}
