import { useContext, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { isAwaited } from '#client/session/use-answered.ts';
import { useHouseholdIfAny, useIsLocked, useViewPart } from '#client/session/use-household.ts';
import { useIsAsked } from '#client/session/use-is-asked.ts';
import { UnsavedContext } from '#client/ui/hooks/unsaved.ts';
import { useHeld } from '#client/ui/hooks/use-still.ts';
import { lazyComponent } from '#client/ui/lazy/lazy-component.tsx';
import styles from './banners.module.css';

// Loaded soon after the first screen, with the offer of a new version.
const Asked = lazyComponent(() => import('./update.tsx'), 'Asked');
const SignedOut = lazyComponent(() => import('./signed-out.tsx'), 'SignedOut');
const Intercepted = lazyComponent(() => import('./update.tsx'), 'Intercepted');
const VersionMismatch = lazyComponent(() => import('./update.tsx'), 'VersionMismatch');
const RefusedList = lazyComponent(() => import('#client/features/unsent/refused-list.tsx'), 'RefusedList');

const FollowRequests = lazyComponent(
  () => import('./follow-requests.tsx'),
  'FollowRequests',
  () => null,
);

/**
 * Banners on every page: the session ended, the versions differ, the server is not reached or refused a command, somebody
 * asks to join, or a family to follow. On the dashboard they push its rows down, so they come when those may move; what was answered in them goes at once.
 */
export function Banners() {
  const household = useHouseholdIfAny();
  const isLocked = useIsLocked();
  const mismatch = useHeld(useViewPart((view) => view.mismatch));
  const isIntercepted = useHeld(useViewPart((view) => view.intercepted));
  const isAsked = useAskedHere() && !isLocked;
  const refusals = useViewPart((view) => view.refused);
  const known = useHeld(refusals) ?? [];
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

/** True while somebody waits for the inviter's answer, on all pages but that of the answer. */
function useAskedHere(): boolean {
  const { pathname } = useLocation();
  const isAsked = useIsAsked();
  return useHeld(isAsked, { isQuestion: true }) && isAsked && pathname !== '/profile/parents';
}

/** The session ended elsewhere. */
function Locked() {
  useForgotten();
  return <SignedOut />;
}

/**
 * Drops the family from memory if its session was ended on purpose. A page with a half-filled form stays as it is, hidden,
 * until it is left.
 */
function useForgotten(): void {
  const household = useHouseholdIfAny();
  const isEnded = useViewPart(({ ended }) => ended) ?? false;
  const { pathname } = useLocation();
  const forms = useContext(UnsavedContext);
  // Read while the first render still sees the forms of the page that is being hidden.
  const [kept] = useState(() => ((forms?.count() ?? 0) > 0 ? pathname : undefined));
  useEffect(() => {
    if (isEnded && kept !== pathname) household?.forget();
  }, [household, isEnded, kept, pathname]);
}

const nothing = () => null;
const Update = lazyComponent(() => import('./update.tsx'), 'Update', nothing);
const Nudges = lazyComponent(() => import('#client/features/links/nudges.tsx'), 'Nudges', nothing);

const KeepNotified = lazyComponent(() => import('./keep-notified.tsx'), 'KeepNotified', nothing);

/** The delay after the first screen, in ms, so that storing the build does not compete with that. */
const AFTER_FIRST_SCREEN = 1000;

/**
 * Lets the app start without a network, offers new versions, and tells of planned times and answers. Below the page, so that
 * nothing moves under a finger.
 */
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
      <Nudges />
      <KeepNotified />
    </>
  );
}
