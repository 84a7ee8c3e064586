import type { Content, Elements } from '#client/lib/jsx.ts';
import { House } from '../house.tsx';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  title: Content;
  text: Content;
  action?: Elements;
  /** Windows lit of the house above; without it, there is none. */
  lit?: number;
  /** 'h3' if the section has its own h2. */
  heading?: 'h2' | 'h3';
}

export function EmptyState({ title, text, action, lit, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className={`${styles.empty} stack gap-3 wrap`}>
      {lit !== undefined && <House lit={lit} />}
      <Heading className="large">{title}</Heading>
      <p className={`${styles.text} muted`}>{text}</p>
      {action}
    </div>
  );
}
