import { isOwnPath } from '#domain/pages/own-path.ts';

/** What a page tells the log-in page, and that page the next one, through the history entry's state. */
export interface Journey {
  /** Where the visitor wanted to go: a path of this app, with its query. */
  from?: string;
  /** The modal of the home page that was open. */
  open?: 'in' | 'out';
  /** Typed on one of the two forms, so that it need not be typed on the other. */
  email?: string;
}

/** In: the state of a history entry, which may be anything. Out: what of it can be trusted. */
export function journeyOf(state: unknown): Journey {
  if (typeof state !== 'object' || state === null) return {};
  const { from, open, email } = state as Record<string, unknown>;
  return {
    ...(isOwnPath(from) ? { from } : {}),
    ...(open === 'in' || open === 'out' ? { open } : {}),
    ...(typeof email === 'string' ? { email } : {}),
  };
}

/** Where a visitor goes after signing in: to what they wanted, else to the dashboard. */
export function destinationOf({ from = '/dashboard', open }: Journey): { to: string; state: Journey } {
  return { to: from, state: open ? { open } : {} };
}
