import { Activity, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { afterRegistering, afterSignIn } from '#client/session/return-to.ts';
import { useHouseholdIfAny, useIsLocked, useViewPart } from '#client/session/use-household.ts';
import { useReturnTo } from '#client/session/use-return-to.ts';

/**
 * Redirects signed-out people to the log-in page, which returns here afterwards. If the session ended elsewhere while the
 * page was in use, the page is hidden and stays as it is, unless the family was forgotten: a sheet asks the parent to sign in
 * again.
 */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const household = useHouseholdIfAny();
  const isLocked = useIsLocked();
  const wasOpen = useViewPart((view) => view.wasOpen);
  const isForgotten = useViewPart(({ ended, state }) => ended && state !== 'loaded');
  if (household && wasOpen && isForgotten) return null;
  if (household && (wasOpen || !isLocked))
    return <Activity mode={isLocked ? 'hidden' : 'visible'}>{children}</Activity>;
  return <Navigate to="/login" replace state={{ from: pathname + search }} />;
}

/** Redirects signed-in parents; a parent whose session ended elsewhere counts as signed out. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const returnTo = useReturnTo();
  const household = useHouseholdIfAny();
  const isLocked = useIsLocked();
  const { pathname } = useLocation();
  if (!household || isLocked) return children;
  const next = pathname === '/register' ? afterRegistering(returnTo) : afterSignIn(returnTo);
  return <Navigate to={next.to} replace state={next.state} />;
}
