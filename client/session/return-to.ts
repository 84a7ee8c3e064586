import { useLocation } from 'react-router';
import { isOwnPath } from '#domain/pages/pages.ts';
import { useAfterHydration } from './use-household.ts';

/** In order; 'here' asks if the friend is here now. */
export const FIRST_RUN_STEPS = ['child', 'friend', 'here'] as const;
export type FirstRunStep = (typeof FIRST_RUN_STEPS)[number];

/** Pages pass it on in the history entry's state. */
export interface ReturnTo {
  /** A path of this app, with its query. */
  from?: string;
  open?: 'in' | 'out';
  /** Prefills the next form. */
  email?: string;
  firstRun?: FirstRunStep;
}

/** The state may be anything. */
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

export function afterSignIn({ from = '/dashboard', open }: ReturnTo): { to: string; state: ReturnTo } {
  return { to: from, state: open ? { open } : {} };
}

export function afterRegistering(returnTo: ReturnTo): { to: string; state: ReturnTo } {
  const { to, state } = afterSignIn(returnTo);
  return { to, state: to === '/dashboard' ? { ...state, firstRun: 'child' } : state };
}

/** From the history entry's state, or a provider's redirect. */
export function useReturnTo(): ReturnTo {
  const { state, search } = useLocation();
  // Pages are prerendered without a query.
  const query = useAfterHydration(() => search) ?? '';
  return { ...returnToInQuery(query), ...parseReturnTo(state) };
}

/** The query never holds form input. */
export function returnToInQuery(query: string): ReturnTo {
  const { from, open } = Object.fromEntries(new URLSearchParams(query));
  return parseReturnTo({ from, open });
}
