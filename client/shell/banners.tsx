import { useContext, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { isAwaited } from '#client/session/use-answered.ts';
import { useHouseholdIfAny, useIsLocked, useViewPart } from '#client/session/use-household.ts';
import { useIsAsked } from '#client/session/use-is-asked.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { UnsavedContext } from '#client/ui/hooks/unsaved.ts';
import { useHeld } from '#client/ui/hooks/use-still.ts';
import { lazyComponent, lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import { isPage, kindOf } from '#domain/pages/pages.ts';
import styles from './banners.module.css';

// Loaded soon after the first screen, with the offer of a new version.
const Asked = lazyComponent(() => import('./update.tsx'), 'Asked');
const SignedOut = lazyComponent(() => import('./update.tsx'), 'SignedOut');
const Intercepted = lazyComponent(() => import('./update.tsx'), 'Intercepted');
const VersionMismatch = lazyComponent(() => import('./update.tsx'), 'VersionMismatch');
const RefusedList = lazyComponent(() => import('#client/features/unsent/refused-list.tsx'), 'RefusedList');

/**
 * Banners on every page: the session ended, the versions differ, the server is not reached or refused a command, or somebody
 * asks to join. On the dashboard they push its rows down, so they come when those may move; what was answered in them goes at once.
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
  if (!household || (!isLocked && !mismatch && !isIntercepted && !isAsked && refused.length === 0))
    return null;
  return (
    <div className={`${styles.banners} page stack gap-3`}>
      {mismatch && <VersionMismatch which={mismatch} />}
      {isIntercepted && <Intercepted />}
      {isAsked && <Asked />}
      {isLocked ? <Locked /> : refused.length > 0 && <RefusedList list={refused} household={household} />}
    </div>
  );
}

/** True while somebody waits for the inviter's answer, on all pages but that of the answer. */
function useAskedHere(): boolean {
  const { pathname } = useLocation();
  const isAsked = useIsAsked();
  return useHeld(isAsked) && isAsked && pathname !== '/profile/parents';
}

const SignInAgain = lazyDialog(() => import('#client/features/sign-in/sign-in-again.tsx'), 'SignInAgain');

/**
 * The session ended elsewhere. If that happened while the page was in use, a sheet asks to sign in again over the hidden
 * page; a public page stays readable, so there the sheet can be closed.
 */
function Locked() {
  const { pathname } = useLocation();
  const wasOpen = useViewPart((view) => view.wasOpen) ?? false;
  const isGuarded = isPage(pathname) && kindOf(pathname) === 'guarded';
  const [isOpen, setOpen] = useState(wasOpen && pathname === '/');
  useWithdrawnToasts();
  useForgotten();
  if (isGuarded && wasOpen) return <SignInAgain />;
  return (
    <>
      <SignedOut onSignIn={wasOpen ? () => setOpen(true) : undefined} />
      {isOpen && <SignInAgain onClose={() => setOpen(false)} />}
    </>
  );
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

/** Withdraws every toast: they name people, and say that taps were made which in fact wait. */
function useWithdrawnToasts(): void {
  const { t } = useTranslation();
  const toast = useToast();
  const count = useViewPart(({ waiting }) => waiting) ?? 0;
  const isTold = useRef(false);
  useEffect(() => {
    if (isTold.current) return;
    isTold.current = true;
    const text =
      count === 0
        ? t(($) => $.common.banner.lockedTitle)
        : t(($) => $.common.banner.waitingForSignIn, { count });
    toast({ text, withdraws: 'all' });
  });
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
