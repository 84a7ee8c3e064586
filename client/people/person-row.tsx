import type { Elements } from '#client/lib/jsx.ts';
import { List } from '#client/ui/list.tsx';
import { PersonName } from './person-name.tsx';
import styles from './person-row.module.css';

interface Props {
  name: string;
  /** Status and details, below the name. */
  children: Elements;
  /** Buttons beside the name, or below it on a narrow screen. */
  actions: Elements;
  /** Below all of it, over the whole width. */
  note?: Elements;
}

/** One row of a list: a person, a device or a passkey. */
export function PersonRow({ name, children, actions, note }: Props) {
  return (
    <li className={`${styles.row} row between`}>
      <div className={`${styles.who} stack gap-1`}>
        <span className="strong wrap">
          <PersonName>{name}</PersonName>
        </span>
        <div className={`${styles.about} row muted small wrap`}>{children}</div>
      </div>
      <div className={`${styles.actions} row gap-1`}>{actions}</div>
      {note && <div className={styles.note}>{note}</div>}
    </li>
  );
}

/** A list of such rows. */
export function PersonList({ label, children }: { label?: string; children: Elements }) {
  return (
    <List aria-label={label} className={`${styles.list} stack`}>
      {children}
    </List>
  );
}
