import type { Dependencies } from '../../dependencies.ts';
import { SecurityEvents } from './events/security-events.ts';
import { createLimits, type Limits } from './limits/limits.ts';
import { HashingPool } from './passwords/hashing.ts';
import { Passwords } from './passwords/passwords.ts';
import { ExpiryWorker } from './sessions/expiry-worker.ts';
import { createSessions, type Sessions } from './sessions/sessions.ts';
import { createTrustedBrowsers, type TrustedBrowsers } from './sessions/trusted-browsers.ts';

/** The services that every sign-in method builds on. */
export interface CoreContext extends Pick<Dependencies, 'config' | 'store' | 'now' | 'log'> {
  sessions: Sessions;
  limits: Limits;
  passwords: Passwords;
  trustedBrowsers: TrustedBrowsers;
  events: SecurityEvents;
  /** Stops the background workers. */
  stop(): Promise<unknown>;
}

/** Creates the services and starts their workers. */
export function createCore({
  config,
  store,
  now,
  uptime,
  log,
  meter,
  hashing = new HashingPool(),
}: Dependencies): CoreContext {
  const shared = { config, store, now, log };
  const expiry = new ExpiryWorker(shared);
  const events = new SecurityEvents({ ...shared, uptime, meter });
  return {
    ...shared,
    sessions: createSessions(shared),
    limits: createLimits({
      ...shared,
      onGuessing: (request) => events.record(request, { event: 'link', outcome: 'limited' }),
    }),
    events,
    passwords: new Passwords((parameters) => hashing.derive(parameters), hashing.cost),
    trustedBrowsers: createTrustedBrowsers(shared),
    stop: () => Promise.all([hashing.stop(), expiry.stop(), events.flush()]),
  };
}
