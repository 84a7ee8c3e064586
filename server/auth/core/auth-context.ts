import type { Dependencies } from '../../dependencies.ts';
import { AccountMail } from '../mail/account-mail.ts';
import { createOneTimeLinks, type OneTimeLinks } from '../mail/one-time-links.ts';
import type { Sessions } from '../port.ts';
import { SecurityEvents } from './events/security-events.ts';
import { createLimits, type Limits } from './limits/limits.ts';
import { HashingPool } from './passwords/hashing.ts';
import { Passwords } from './passwords/passwords.ts';
import { ExpiryWorker } from './sessions/expiry-worker.ts';
import { createSessions } from './sessions/sessions.ts';
import { createTrustedBrowsers, type TrustedBrowsers } from './sessions/trusted-browsers.ts';

/** The services that the sign-in and account calls share. */
export interface AuthContext extends Pick<Dependencies, 'config' | 'store' | 'now' | 'log'> {
  sessions: Sessions;
  limits: Limits;
  passwords: Passwords;
  trustedBrowsers: TrustedBrowsers;
  links: OneTimeLinks;
  mail: AccountMail;
  events: SecurityEvents;
  /** Stops the background workers and closes the mailer. */
  stop(): Promise<void>;
}

/** Creates the shared services and starts their workers. `origin` returns the origin that links in mails point to. */
export function createAuthContext(
  { config, store, now, uptime, log, mailer, meter, hashing = new HashingPool() }: Dependencies,
  origin: () => string,
): AuthContext {
  const shared = { config, store, now, log };
  const expiry = new ExpiryWorker(shared);
  const events = new SecurityEvents({ ...shared, uptime, meter });
  const limits = createLimits({
    ...shared,
    onGuessing: (request) => events.record(request, { event: 'link', outcome: 'limited' }),
  });
  const links = createOneTimeLinks(store, now, origin);
  const mail = new AccountMail({ config, store, log, mailer }, limits, links, origin);
  return {
    ...shared,
    sessions: createSessions(shared),
    limits,
    links,
    mail,
    events,
    passwords: new Passwords((parameters) => hashing.derive(parameters), hashing.cost),
    trustedBrowsers: createTrustedBrowsers(shared),
    stop: async () => {
      await Promise.all([hashing.stop(), expiry.stop(), mail.stop(), events.flush()]);
      await mailer?.close();
    },
  };
}
