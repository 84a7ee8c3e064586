import type { HouseholdView } from '#client/data/port.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { useLeave } from '#client/ui/hooks/unsaved.ts';
import styles from './banners.module.css';
import { useReload } from './use-reload.ts';

/** Page and server have different versions. An old page is reloaded; an old server has to be updated by its host. */
export function VersionMismatch({ which }: { which: NonNullable<HouseholdView['mismatch']> }) {
  const { t } = useTranslation(['rare']);
  const { reload, isReloading } = useReload();
  const leave = useLeave();
  const isPageOld = which === 'page-too-old';
  return (
    <div className={styles.banner} role="status">
      <div>
        <strong>{t(($) => (isPageOld ? $.update.tooOldTitle : $.update.tooNewTitle))}</strong>
        <p>{t(($) => (isPageOld ? $.update.tooOldText : $.update.tooNewText))}</p>
      </div>
      {isPageOld && (
        <Button busy={isReloading} onClick={() => leave(reload)}>
          {t(($) => $.common.crash.reload)}
        </Button>
      )}
    </div>
  );
}
