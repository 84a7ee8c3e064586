import { isAwaited } from '#client/session/use-answered.ts';
import { useHouseholdIfAny, useIsLocked, useViewPart } from '#client/session/use-household.ts';
import { useHeld } from '#client/ui/hooks/use-still.ts';
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

/**
 * Banners on every page: the session ended, the versions differ, the server is not reached, or it refused a command. On the
 * dashboard they push its rows down, so they come when those may move; what was answered in them goes at once.
 */
export function Banners() {
  const household = useHouseholdIfAny();
  const isLocked = useIsLocked();
  const mismatch = useHeld(useViewPart((view) => view.mismatch));
  const isIntercepted = useHeld(useViewPart((view) => view.intercepted));
  const refusals = useViewPart((view) => view.refused);
  const known = useHeld(refusals) ?? [];
  const refused = refusals?.filter(({ op }) => !isAwaited(op) && known.some((one) => one.op === op)) ?? [];
  if (!household || (!isLocked && !mismatch && !isIntercepted && refused.length === 0)) return null;
  return (
    <div className={styles.banners}>
      {mismatch && <VersionMismatch which={mismatch} />}
      {isIntercepted && <Intercepted />}
      {isLocked ? <Locked /> : refused.length > 0 && <RefusedList list={refused} household={household} />}
    </div>
  );
}
