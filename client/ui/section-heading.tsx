import type { ReactNode } from 'react';
import styles from './section-heading.module.css';

interface Props {
  id: string;
  children: ReactNode;
  /** One button or link beside it. */
  action?: ReactNode;
}

/** The heading of a part of a page. It can take the focus when what had it is gone. */
export function SectionHeading({ id, children, action }: Props) {
  return (
    <div className={styles.heading}>
      <h2 id={id} tabIndex={-1} className={styles.words}>
        {children}
      </h2>
      {action}
    </div>
  );
}
