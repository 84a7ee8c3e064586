import type { Dependencies } from '../../dependencies.ts';
import { SecurityEvents } from './events/security-events.ts';
import { createLimits, type Limits } from './limits/limits.ts';
import { type Hashing, HashingPool } from './passwords/hashing.ts';
import { Passwords } from './passwords/passwords.ts';
import { startExpiry } from './sessions/expiry-worker.ts';
import { createSessions, type Sessions } from './sessions/sessions.ts';
import { createTrustedBrowsers, type TrustedBrowsers } from './sessions/trusted-browsers.ts';

/** The services that every sign-in method builds on. */
export interface CoreContext extends Dependencies {
  sessions: Sessions;
  limits: Limits;
  passwords: Passwords;
  trustedBrowsers: TrustedBrowsers;
  events: SecurityEvents;
  /** Stops the background workers. */
  stop(): Promise<unknown>;
}

/** Creates the services and starts their workers. */
export function createCore(dependencies: Dependencies): CoreContext {
  const hashing: Hashing = dependencies.hashing ?? new HashingPool();
  const expiry = startExpiry(dependencies);
  const events = new SecurityEvents(dependencies);
  return {
    ...dependencies,
    sessions: createSessions(dependencies),
    limits: createLimits(dependencies, (request) =>
      events.record(request, { event: 'link', outcome: 'limited' }),
    ),
    events,
    passwords: new Passwords((parameters) => hashing.derive(parameters), hashing.cost),
    trustedBrowsers: createTrustedBrowsers(dependencies),
    stop: () => Promise.all([hashing.stop(), expiry.stop(), events.flush()]),
  };
}
