import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { afterSignIn } from '#client/session/return-to.ts';
import { useHouseholdIfAny, useIsLocked } from '#client/session/use-household.ts';
import { useReturnTo } from '#client/session/use-return-to.ts';

/** Redirects signed-out people, and parents whose session ended, to the log-in page, which returns here afterwards. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const household = useHouseholdIfAny();
  const isLocked = useIsLocked();
  if (household && !isLocked) return children;
  return <Navigate to="/login" replace state={{ from: pathname + search }} />;
}

/** Redirects signed-in parents; a parent whose session ended elsewhere counts as signed out. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const returnTo = useReturnTo();
  const household = useHouseholdIfAny();
  const isLocked = useIsLocked();
  if (!household || isLocked) return children;
  const next = afterSignIn(returnTo);
  return <Navigate to={next.to} replace state={next.state} />;
}
