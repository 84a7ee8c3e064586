import type { Elements } from '#client/lib/jsx.ts';
import { List } from '#client/ui/sections.tsx';
import type { Status } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import styles from './compact-row.module.css';
import { Initials, PersonName } from './person-name.tsx';

interface Props {
  /** The visitor's; makes the row ignore taps just after it moved (`guardMistaps`). */
  id: Id;
  name: string;
  mark?: Elements;
  /** One line: below the name, or beside it on a wide screen. */
  children: Elements;
  /** Opens the row's sheet; without it the text is plain. */
  onOpen?: (() => void) | undefined;
  action?: Elements;
  /** Below the row: a question, the planned time. */
  note?: Elements;
  isCrowded?: boolean;
  /** The new status of a visitor who left; the row fades when the list updates (`useFrozenList`). */
  gone?: Status | undefined;
}

/** 72 px high; grows with long names and large text. */
export function CompactRow({ id, name, mark, children, onOpen, action, note, isCrowded, gone }: Props) {
  const text = (
    <>
      <Initials {...{ id, name }} />
      <span className={`${styles.words} stack`}>
        <span className={'hover-underlined strong'}>
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

export function CompactList({ label, children }: { label?: string; children: Elements }) {
  return (
    <div className={`${styles.surface} raised surface`}>
      <List aria-label={label} className={`${styles.list} stack`}>
        {children}
      </List>
    </div>
  );
}
