import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { FirstPaint } from './first-paint.tsx';
import styles from './layout.module.css';
import { useReload } from './use-reload.ts';

/** Replaces a page that crashed or could not be loaded, for example after a deployment. */
export function Crash() {
  const { t } = useTranslation();
  const { reload, isReloading } = useReload();
  return (
    <div className={styles.crash} role="alert">
      <PageTitle>{t(($) => $.common.crash.title)}</PageTitle>
      <p>{t(($) => $.common.crash.text)}</p>
      <Button busy={isReloading} onClick={reload}>
        {t(($) => $.common.crash.reload)}
      </Button>
      <FirstPaint />
    </div>
  );
}
