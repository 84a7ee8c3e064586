import { useContext, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { isAwaited } from '#client/session/use-await-outcome.ts';
import { useHouseholdIfAny, useIsAsked, useIsLocked, useViewPart } from '#client/session/use-household.ts';
import { UnsavedContext } from '#client/ui/hooks/unsaved.ts';
import { useFrozenValue } from '#client/ui/hooks/use-frozen.ts';
import { lazyComponent, noMessage } from '#client/ui/lazy/lazy-component.tsx';
import styles from './banners.module.css';

// update.tsx loads soon after the first screen anyway.
const Asked = lazyComponent(() => import('./update.tsx'), 'Asked');
const SignedOut = lazyComponent(() => import('./signed-out.tsx'), 'SignedOut');
const Intercepted = lazyComponent(() => import('./update.tsx'), 'Intercepted');
const VersionMismatch = lazyComponent(() => import('./update.tsx'), 'VersionMismatch');
const RefusedList = lazyComponent(() => import('#client/features/unsent/refused-list.tsx'), 'RefusedList');

const FollowRequests = lazyComponent(() => import('./follow-requests.tsx'), 'FollowRequests', noMessage);

/**
 * They push the dashboard's rows down, so they appear only when lists may move; answered parts disappear at
 * once.
 */
export function Banners() {
  const household = useHouseholdIfAny();
  const isLocked = useIsLocked();
  const mismatch = useFrozenValue(useViewPart((view) => view.mismatch));
  const isIntercepted = useFrozenValue(useViewPart((view) => view.intercepted));
  const isAsked = useAskedHere() && !isLocked;
  const refusals = useViewPart((view) => view.refused);
  const known = useFrozenValue(refusals) ?? [];
  const refused = refusals?.filter(({ op }) => !isAwaited(op) && known.some((one) => one.op === op)) ?? [];
  if (!household) return null;
  const isAny = isLocked || mismatch || isIntercepted || isAsked || refused.length > 0;
  return (
    <>
      {isAny && (
        <div className={`${styles.banners} page stack gap-3`}>
          {mismatch && <VersionMismatch which={mismatch} />}
          {isIntercepted && <Intercepted />}
          {isAsked && <Asked />}
          {isLocked ? <Locked /> : refused.length > 0 && <RefusedList list={refused} household={household} />}
        </div>
      )}
      {!isLocked && <FollowRequests />}
    </>
  );
}

/** An account waits to be let in; hidden on the page that answers it. */
function useAskedHere(): boolean {
  const { pathname } = useLocation();
  const isAsked = useIsAsked();
  return useFrozenValue(isAsked, { isQuestion: true }) && isAsked && pathname !== '/profile/parents';
}

function Locked() {
  useForgotten();
  return <SignedOut />;
}

/** Drops the family from memory if the session ended on purpose; with a half-filled form, on leaving it. */
function useForgotten(): void {
  const household = useHouseholdIfAny();
  const isEnded = useViewPart(({ ended }) => ended) ?? false;
  const { pathname } = useLocation();
  const forms = useContext(UnsavedContext);
  // The first render still sees the forms of the page being hidden.
  const [kept] = useState(() => ((forms?.count() ?? 0) > 0 ? pathname : undefined));
  useEffect(() => {
    if (isEnded && kept !== pathname) household?.forget();
  }, [household, isEnded, kept, pathname]);
}

const Update = lazyComponent(() => import('./update.tsx'), 'Update', noMessage);
const DueToasts = lazyComponent(
  () => import('#client/features/links/due-toasts.tsx'),
  'DueToasts',
  noMessage,
);

const KeepNotified = lazyComponent(() => import('./update.tsx'), 'KeepNotified', noMessage);

/** In ms; storing the build must not compete with the first screen. */
const AFTER_FIRST_SCREEN = 1000;

/** Below the page, so that nothing moves under a finger. */
export function Updates() {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setDue, AFTER_FIRST_SCREEN, true);
    return () => clearTimeout(timer);
  }, []);
  if (!isDue) return null;
  return (
    <>
      <Update />
      <DueToasts />
      <KeepNotified />
    </>
  );
}
