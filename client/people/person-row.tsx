import type { ReactNode } from 'react';
import { PersonName } from './person-name.tsx';
import styles from './person-row.module.css';

interface Props {
  name: string;
  /** Status and what else there is to know, below the name. */
  children: ReactNode;
  /** What can be done, beside the name or below it where that is too narrow. */
  actions: ReactNode;
}

/** One friend or guest in a list. */
export function PersonRow({ name, children, actions }: Props) {
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <span className={styles.name}>
          <PersonName>{name}</PersonName>
        </span>
        <div className={styles.about}>{children}</div>
      </div>
      <div className={styles.actions}>{actions}</div>
    </li>
  );
}

/** The list that holds such rows. */
export function PersonList({ label, children }: { label?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without bullets.
    <ul role="list" aria-label={label} className={styles.list}>
      {children}
    </ul>
  );
}
