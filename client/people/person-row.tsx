import type { Elements } from '#client/lib/jsx.ts';
import { List } from '#client/ui/sections.tsx';
import { PersonName } from './person-name.tsx';
import styles from './person-row.module.css';

interface Props {
  name: string;
  children: Elements;
  /** Beside the name, or below it on a narrow screen. */
  actions: Elements;
  note?: Elements;
}

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

export function PersonList({ label, children }: { label?: string; children: Elements }) {
  return (
    <List aria-label={label} className={`${styles.list} stack`}>
      {children}
    </List>
  );
}
