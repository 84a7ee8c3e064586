import { useTranslation } from 'react-i18next';
import { useLasting } from '#client/ui/hooks/use-lasting.ts';
import styles from './skeleton.module.css';

const PATIENCE = 300;

/** Grey rows of final size where a list will stand; what comes within 300 ms is not announced by a flash. */
export function Skeleton({ rows = 3 }: { rows?: number }) {
  const { t } = useTranslation();
  const late = useLasting(true, PATIENCE);
  return (
    <div className={styles.skeleton} role="status" data-late={late || undefined}>
      {late && <span className="visually-hidden">{t(($) => $.common.loading)}</span>}
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
        <div key={row} className={styles.row} />
      ))}
    </div>
  );
}
