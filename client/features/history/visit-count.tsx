import { useFormat } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import styles from './history.module.css';

/** The number of matching visits, in a live region. */
export function VisitCount({ count, isLoading }: { count: number; isLoading: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <p role="status" aria-busy={isLoading} className={styles.muted}>
      {t(($) => $.history.count, { count, number: format.number(count) })}
      {isLoading && <> · {t(($) => $.history.loadingOlder)}</>}
    </p>
  );
}
