import { useFormat } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { classes } from '#client/ui/classes.ts';
import styles from './history.module.css';

interface Props {
  count: number;
  isLoading: boolean;
  /** Removes the filter; undefined if there is none. */
  onShowAll: (() => void) | undefined;
}

/** The number of matching visits, in a live region; if there are none, the empty list says so. */
export function VisitCount({ count, isLoading, onShowAll }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const isEmpty = count === 0 && !isLoading;
  return (
    <div className={classes(isEmpty ? 'visually-hidden' : styles.count)}>
      <p role="status" aria-busy={isLoading} className={styles.muted}>
        {t(($) => $.historyPage.count, { count, number: format.number(count) })}
        {isLoading && <> · {t(($) => $.historyPage.loadingOlder)}</>}
      </p>
      {onShowAll && !isEmpty && (
        <Button variant="quiet" onClick={onShowAll}>
          {t(($) => $.historyPage.filteredEmpty.action)}
        </Button>
      )}
    </div>
  );
}
