import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { useLeave } from '#client/ui/hooks/unsaved.ts';
import { loadFromServer } from '#client/worker/load-newest.ts';
import styles from './banners.module.css';

/** Something between this page and the server answers, usually a proxy that wants its own log-in first. */
export function Intercepted() {
  const { t } = useTranslation(['rare']);
  const leave = useLeave();
  return (
    <div className={styles.banner} role="status">
      <div>
        <strong>{t(($) => $.update.interceptedTitle)}</strong>
        <p>{t(($) => $.update.interceptedText)}</p>
      </div>
      <Button onClick={() => leave(loadFromServer)}>{t(($) => $.update.goOn)}</Button>
    </div>
  );
}
