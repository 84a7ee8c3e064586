import { useLocation } from 'react-router';
import { isOwnPath } from '#domain/pages/pages.ts';
import { useAfterHydration } from './use-after-hydration.ts';

/** The steps of a first run, in their order: a child, a friend, and whether the friend is here now. */
export const FIRST_RUN_STEPS = ['child', 'friend', 'here'] as const;
export type FirstRunStep = (typeof FIRST_RUN_STEPS)[number];

/** The page to return to after signing in. Pages pass it on in the state of the history entry. */
export interface ReturnTo {
  /** The wanted path of this app, with its query. */
  from?: string;
  /** The modal of the home page that was open. */
  open?: 'in' | 'out';
  /** The e-mail address typed into one form, which prefills the next. */
  email?: string;
  /** The step of the first run that the dashboard shows. */
  firstRun?: FirstRunStep;
}

/** Returns the valid fields of a history entry's state, which may be anything. */
export function parseReturnTo(state: unknown): ReturnTo {
  if (typeof state !== 'object' || state === null) return {};
  const { from, open, email, firstRun } = state as Record<string, unknown>;
  const step = FIRST_RUN_STEPS.find((one) => one === firstRun);
  return {
    ...(isOwnPath(from) ? { from } : {}),
    ...(open === 'in' || open === 'out' ? { open } : {}),
    ...(typeof email === 'string' ? { email } : {}),
    ...(step ? { firstRun: step } : {}),
  };
}

/** Returns the navigation after signing in: to the wanted path, by default to the dashboard. */
export function afterSignIn({ from = '/dashboard', open }: ReturnTo): { to: string; state: ReturnTo } {
  return { to: from, state: open ? { open } : {} };
}

/** Returns the navigation after registering; the dashboard then begins with the first run. */
export function afterRegistering(returnTo: ReturnTo): { to: string; state: ReturnTo } {
  const { to, state } = afterSignIn(returnTo);
  return { to, state: to === '/dashboard' ? { ...state, firstRun: 'child' } : state };
}

/** Reads where to return to from the history entry's state, or from the query that a provider redirected back with. */
export function useReturnTo(): ReturnTo {
  const { state, search } = useLocation();
  // Pages are prerendered without a query.
  const query = useAfterHydration(() => search) ?? '';
  return { ...returnToInQuery(query), ...parseReturnTo(state) };
}

/** Reads where to return to from a URL's query, which never holds what was typed into a form. */
export function returnToInQuery(query: string): ReturnTo {
  const { from, open } = Object.fromEntries(new URLSearchParams(query));
  return parseReturnTo({ from, open });
}
