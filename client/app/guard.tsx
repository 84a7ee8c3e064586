import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { destinationOf } from '#client/session/return-to.ts';
import { useHouseholdIfAny, useIsLocked } from '#client/session/use-household.ts';
import { useJourney } from '#client/session/use-return-to.ts';

/** Lets signed-in parents through; sends others, and one whose session ended, to log in, and back here afterwards. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const household = useHouseholdIfAny();
  const isLocked = useIsLocked();
  if (household && !isLocked) return children;
  return <Navigate to="/login" replace state={{ from: pathname + search }} />;
}

/** Log in and register are for visitors, and for a parent whose session ended elsewhere. */
export function VisitorsOnly({ children }: { children: ReactNode }) {
  const journey = useJourney();
  const household = useHouseholdIfAny();
  const isLocked = useIsLocked();
  if (!household || isLocked) return children;
  const next = destinationOf(journey);
  return <Navigate to={next.to} replace state={next.state} />;
}
