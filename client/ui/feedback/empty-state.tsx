import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  title: ReactNode;
  /** Says what will be listed here and how to add it. */
  text: ReactNode;
  /** One button. */
  action?: ReactNode;
  icon?: ReactNode;
  /** 'h3' if the section has its own h2. */
  heading?: 'h2' | 'h3';
}

export function EmptyState({ title, text, action, icon, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {icon && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <Heading className={styles.title}>{title}</Heading>
      <p className={styles.text}>{text}</p>
      {action}
    </div>
  );
}
