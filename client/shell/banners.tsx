import type { HouseholdView } from '#client/data/port.ts';
import { useHouseholdIfAny, useIsLocked, useViewPart } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { lazyComponent } from '#client/ui/lazy/lazy-component.tsx';
import styles from './banners.module.css';
import { Locked } from './locked.tsx';
import { useReload } from './use-reload.ts';

const Intercepted = lazyComponent(() =>
  import('./intercepted.tsx').then(({ Intercepted: Banner }) => Banner),
);
const RefusedList = lazyComponent(() =>
  import('#client/features/unsent/refused-list.tsx').then(({ RefusedList: List }) => List),
);

/** Banners on every page: the session ended, the versions differ, the server is not reached, or it refused a command. */
export function Banners() {
  const household = useHouseholdIfAny();
  const isLocked = useIsLocked();
  const mismatch = useViewPart((view) => view.mismatch);
  const isIntercepted = useViewPart((view) => view.intercepted);
  const refused = useViewPart((view) => view.refused) ?? [];
  if (!household || (!isLocked && !mismatch && !isIntercepted && refused.length === 0)) return null;
  return (
    <div className={styles.banners}>
      {mismatch && <VersionMismatch which={mismatch} />}
      {isIntercepted && <Intercepted />}
      {isLocked ? <Locked /> : refused.length > 0 && <RefusedList list={refused} household={household} />}
    </div>
  );
}

/** Page and server have different versions. An old page is reloaded; an old server has to be updated by its host. */
function VersionMismatch({ which }: { which: NonNullable<HouseholdView['mismatch']> }) {
  const { t } = useTranslation();
  const { reload, isReloading } = useReload();
  const isPageOld = which === 'page-too-old';
  return (
    <div className={styles.banner} role="status">
      <div>
        <strong>{t(($) => (isPageOld ? $.common.banner.tooOldTitle : $.common.banner.tooNewTitle))}</strong>
        <p>{t(($) => (isPageOld ? $.common.banner.tooOldText : $.common.banner.tooNewText))}</p>
      </div>
      {isPageOld && (
        <Button busy={isReloading} onClick={reload}>
          {t(($) => $.common.crash.reload)}
        </Button>
      )}
    </div>
  );
}
