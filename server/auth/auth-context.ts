import type { Dependencies } from '../dependencies.ts';
import { type Limits, limitsOf } from './limits/limits.ts';
import { AccountMail } from './mail/account-mail.ts';
import { type Links, linksOf } from './mail/links.ts';
import { Hashing } from './passwords/hashing.ts';
import { Passwords } from './passwords/password.ts';
import { Expiry } from './sessions/expiry-worker.ts';
import { type KnownDevices, knownDevicesOf } from './sessions/known-devices.ts';
import { type Sessions, sessionsOf } from './sessions/sessions.ts';

/** What the calls about accounts stand on. */
export interface Ground extends Pick<Dependencies, 'config' | 'store' | 'now' | 'log'> {
  sessions: Sessions;
  limits: Limits;
  passwords: Passwords;
  knownDevices: KnownDevices;
  links: Links;
  mail: AccountMail;
  /** Ends what works in the background. */
  stop(): Promise<void>;
}

/** In: also the origin that links in mails lead to. */
export function groundOf(
  { config, store, now, log, mailer, hashing: bounds }: Dependencies,
  origin: () => string,
): Ground {
  const basis = { config, store, now, log };
  const hashing = new Hashing(bounds);
  const expiry = new Expiry(basis);
  const limits = limitsOf(basis);
  const links = linksOf(store, now, origin);
  const mail = new AccountMail({ config, store, log, mailer }, limits, links, origin);
  return {
    ...basis,
    sessions: sessionsOf(basis),
    limits,
    links,
    mail,
    passwords: new Passwords((parameters) => hashing.derive(parameters)),
    knownDevices: knownDevicesOf(basis),
    stop: async () => {
      await Promise.all([hashing.stop(), expiry.stop(), mail.stop()]);
      await mailer?.close();
    },
  };
}
