import { useTrueFor } from '#client/ui/hooks/use-now.ts';
import { useUiTexts } from '#client/ui/ui-texts.ts';
import styles from './skeleton.module.css';

const DELAY = 300;

/** Visible after 300 ms, so that a fast load does not flash. */
export function Skeleton({ rows = 3 }: { rows?: number }) {
  const { loading } = useUiTexts();
  const isVisible = useTrueFor(true, DELAY);
  return (
    <div
      className={`${styles.skeleton} stack gap-3`}
      role="status"
      data-loading
      data-late={isVisible || undefined}
    >
      {isVisible && <span className="visually-hidden">{loading}</span>}
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
        <div key={row} className={styles.row} />
      ))}
    </div>
  );
}
