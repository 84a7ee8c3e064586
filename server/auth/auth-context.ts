import type { Dependencies } from '../dependencies.ts';
import { type CoreContext, createCore } from './core/core-context.ts';
import { AccountMail } from './mail/account-mail.ts';
import { createOneTimeLinks, type OneTimeLinks } from './mail/one-time-links.ts';

/** The services that the sign-in and account calls share. */
export interface AuthContext extends CoreContext {
  links: OneTimeLinks;
  mail: AccountMail;
  /** Stops the background workers and closes the mailer. */
  stop(): Promise<void>;
}

/** Creates the shared services and starts their workers. `origin` returns the origin that links in mails point to. */
export function createAuthContext(dependencies: Dependencies, origin: () => string): AuthContext {
  const core = createCore(dependencies);
  const { store, now, mailer } = dependencies;
  const links = createOneTimeLinks(store, now, origin);
  const mail = new AccountMail(dependencies, core.limits, links, origin);
  return {
    ...core,
    links,
    mail,
    stop: async () => {
      await Promise.all([core.stop(), mail.stop()]);
      await mailer?.close();
    },
  };
}
