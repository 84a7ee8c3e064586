import { useHouseholdIfAny, useIsLocked, useViewPart } from '#client/session/use-household.ts';
import { lazyComponent } from '#client/ui/lazy/lazy-component.tsx';
import styles from './banners.module.css';
import { Locked } from './locked.tsx';

const Intercepted = lazyComponent(() =>
  import('./intercepted.tsx').then(({ Intercepted: Banner }) => Banner),
);
const VersionMismatch = lazyComponent(() =>
  import('./version-mismatch.tsx').then(({ VersionMismatch: Banner }) => Banner),
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
