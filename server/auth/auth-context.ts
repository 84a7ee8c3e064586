import { HOUR_MS } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { Pace } from '../http/pace.ts';
import { FRAMME } from '../process/command-name.ts';
import { type CoreContext, createCore } from './core/core-context.ts';
import { AccountMail } from './mail/account-mail.ts';
import { createOneTimeLinks, type OneTimeLinks } from './mail/one-time-links.ts';

/** The services that the calls share: those about accounts, and all others. */
export interface AuthContext extends CoreContext {
  links: OneTimeLinks;
  mail: AccountMail;
  pace: Pace;
}

/** Names to the operator and mails to the parents what a restored backup cannot know: who left a household since. */
export async function reviewParents({ store, mail, log, now }: AuthContext): Promise<void> {
  const restoredAt = store.restored()?.at ?? Number.NEGATIVE_INFINITY;
  if (now() - restoredAt > HOUR_MS) return;
  log.warn(
    `a backup was restored: parents who were removed since are in their families again; list them by ${FRAMME} accounts --shared`,
  );
  mail.sendRestored().catch((error: unknown) => log.error({ error }, 'parents could not be mailed'));
}

/** Creates the shared services and starts their workers. `origin` returns the origin that links in mails point to. */
export function createAuthContext(dependencies: Dependencies, origin: () => string): AuthContext {
  const core = createCore(dependencies);
  const { config, store, now, uptime, mailer } = dependencies;
  const links = createOneTimeLinks(store, now, origin);
  const mail = new AccountMail(core, links, origin);
  return {
    ...core,
    links,
    mail,
    pace: new Pace(config, uptime),
    stop: async () => {
      await Promise.all([core.stop(), mail.stop()]);
      await mailer?.close();
    },
  };
}
