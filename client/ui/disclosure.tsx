import ChevronDown from 'lucide-react/icons/chevron-down';
import type { Elements } from '#client/lib/jsx.ts';
import { classes } from './classes.ts';
import styles from './disclosure.module.css';

interface Props {
  /** The line that opens it. */
  summary: string;
  className?: string | undefined;
  children: Elements;
}

/** Contents folded below one line, which works without scripts. The browser's search in the page opens it. */
export function Disclosure({ summary, className, children }: Props) {
  return (
    <details className={classes(styles.disclosure, className)}>
      <summary className={`${styles.summary} line gap-2 strong`}>
        <span>{summary}</span>
        <ChevronDown className={styles.arrow} size={20} />
      </summary>
      {children}
    </details>
  );
}
