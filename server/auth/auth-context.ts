import { HOUR_MS, isoTime } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { LoadLimits } from '../load-limits/load-limits.ts';
import { CoalescedTask } from '../process/coalesced-task.ts';
import type { CoreContext } from './core/core-context.ts';
import { SecurityEvents } from './core/events/security-events.ts';
import { type Hashing, HashingPool } from './core/passwords/hashing.ts';
import { createPasswords } from './core/passwords/passwords.ts';
import { createPendingSecondFactors, createTrustedBrowsers } from './core/sessions/browser-tokens.ts';
import { createSessions } from './core/sessions/sessions.ts';
import { AccountMail } from './mail/account-mail.ts';
import { createOneTimeLinks, type OneTimeLinks } from './mail/one-time-links.ts';

export interface AuthContext extends CoreContext {
  links: OneTimeLinks;
  mail: AccountMail;
  stop(): Promise<void>;
}

/** Several instances may run at the same time. */
export function startExpiry({ store, now, log }: Dependencies): CoalescedTask {
  const onFailure = (error: unknown) =>
    log.warn({ error }, 'purging expired sessions and tokens failed, and will be retried');
  return new CoalescedTask(() => store.purgeExpired(isoTime(now())), onFailure).every(HOUR_MS);
}

/** Starts the workers too. `origin`: links in mails point to it. */
export function createAuthContext(dependencies: Dependencies, origin: () => string): AuthContext {
  const { store, now, mailer } = dependencies;
  const hashing: Hashing = dependencies.hashing ?? new HashingPool();
  const expiry = startExpiry(dependencies);
  const events = new SecurityEvents(dependencies);
  const core: CoreContext = {
    ...dependencies,
    events,
    sessions: createSessions(dependencies),
    limits: new LoadLimits(dependencies, (request) =>
      events.record(request, { event: 'link', outcome: 'limited' }),
    ),
    passwords: createPasswords((parameters) => hashing.derive(parameters), hashing.cost),
    trustedBrowsers: createTrustedBrowsers(dependencies),
    pendingSecondFactors: createPendingSecondFactors(dependencies),
  };
  const links = createOneTimeLinks(store, now, origin);
  const mail = new AccountMail(core, links, origin);
  return {
    ...core,
    links,
    mail,
    stop: async () => {
      await Promise.all([hashing.stop(), expiry.stop(), events.flush(), mail.stop()]);
      await mailer?.close();
    },
  };
}
