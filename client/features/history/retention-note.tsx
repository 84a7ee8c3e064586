import { useTranslation } from '#client/translations/use-translation.tsx';
import { Link } from '#client/ui/link.tsx';
import type { RetentionDays } from '#domain/visits/retention.ts';
import styles from './history.module.css';

/** The retention period, with a link to the setting. */
export function RetentionNote({ days }: { days: RetentionDays }) {
  const { t } = useTranslation();
  return (
    <p className={styles.muted}>
      {t(($) => $.historyPage.kept[`days_${days ?? 'forever'}`])}{' '}
      <Link to="/profile/account" className={styles.target}>
        {t(($) => $.historyPage.kept.change)}
      </Link>
    </p>
  );
}
