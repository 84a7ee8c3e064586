import type { Content, Elements } from '#client/lib/jsx.ts';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  title: Content;
  text: Content;
  action?: Elements;
  icon?: Elements;
  /** 'h3' if the section has its own h2. */
  heading?: 'h2' | 'h3';
}

export function EmptyState({ title, text, action, icon, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className={`${styles.empty} stack gap-3 wrap`}>
      {icon && (
        <span className={`${styles.icon} circle`} aria-hidden="true">
          {icon}
        </span>
      )}
      <Heading className="large">{title}</Heading>
      <p className={`${styles.text} muted`}>{text}</p>
      {action}
    </div>
  );
}
