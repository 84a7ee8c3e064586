import type { Dependencies } from '../dependencies.ts';
import { Pace } from '../http/pace.ts';
import { type CoreContext, createCore } from './core/core-context.ts';
import { AccountMail } from './mail/account-mail.ts';
import { createOneTimeLinks, type OneTimeLinks } from './mail/one-time-links.ts';

/** The services that the calls share: those about accounts, and all others. */
export interface AuthContext extends CoreContext {
  links: OneTimeLinks;
  mail: AccountMail;
  pace: Pace;
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
