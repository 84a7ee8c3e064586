import type { Content, Elements } from '#client/lib/jsx.ts';
import styles from './section-heading.module.css';

interface Props {
  id: string;
  children: Content;
  /** A button or link beside the heading. */
  action?: Elements;
}

/** The heading of a section. Focusable, for when the focused control is removed. */
export function SectionHeading({ id, children, action }: Props) {
  return (
    <div className={`${styles.heading} row between`}>
      <h2 id={id} tabIndex={-1} className="wrap">
        {children}
      </h2>
      {action}
    </div>
  );
}
