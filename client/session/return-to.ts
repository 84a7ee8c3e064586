import { isOwnPath } from '#domain/pages/own-path.ts';

/** The page to return to after signing in. Pages pass it on in the state of the history entry. */
export interface ReturnTo {
  /** The wanted path of this app, with its query. */
  from?: string;
  /** The modal of the home page that was open. */
  open?: 'in' | 'out';
  /** The e-mail address typed into one form, which prefills the next. */
  email?: string;
}

/** Returns the valid fields of a history entry's state, which may be anything. */
export function parseReturnTo(state: unknown): ReturnTo {
  if (typeof state !== 'object' || state === null) return {};
  const { from, open, email } = state as Record<string, unknown>;
  return {
    ...(isOwnPath(from) ? { from } : {}),
    ...(open === 'in' || open === 'out' ? { open } : {}),
    ...(typeof email === 'string' ? { email } : {}),
  };
}

/** Returns the navigation after signing in: to the wanted path, by default to the dashboard. */
export function afterSignIn({ from = '/dashboard', open }: ReturnTo): { to: string; state: ReturnTo } {
  return { to: from, state: open ? { open } : {} };
}
