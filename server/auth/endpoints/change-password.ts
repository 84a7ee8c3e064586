import type { FastifyInstance } from 'fastify';
import { registerCall } from '../../http/register-call.ts';
import type { Allowance } from '../../store/rate-limit.ts';
import type { NewPassword } from '../../store/sign-in-port.ts';
import type { Ground } from '../auth-context.ts';
import { accountNamed } from '../limits/limits.ts';
import { refuseWeakPassword } from '../passwords/weak-password.ts';

/** Each change is hashed and mailed about; the address counts, so that an account made anew begins with no more. */
const CHANGING: Allowance = { burst: 5, everyMs: 15 * 60_000 };

/** Sets the first password or another one, for whoever just proved that the account is theirs; other devices are signed out. */
export function changePasswordCall(app: FastifyInstance, ground: Ground): void {
  const { store, sessions, limits, passwords, knownDevices, mail } = ground;
  registerCall(
    app,
    'changePassword',
    async ({ password }, request, reply) => {
      const { session, account } = await sessions.requireProven(request);
      await limits.count('change-password', accountNamed(account.email), CHANGING);
      const chosen = newPassword(await passwords.hash(password));
      const ended = await store.changePassword(account.uid, session, chosen);
      // Another password may have been chosen while this one was hashed, which signed this device out.
      if (!ended) throw await sessions.refusal(request);
      sessions.tellEnded(ended);
      await knownDevices.remember(account.uid, request, reply);
      mail.passwordChanged(account, request, reply);
      return {};
    },
    { inspect: refuseWeakPassword },
  );
}

/** A password, by its hash, that voids what the former one may have opened: links that were mailed, and devices that are known. */
export function newPassword(passwordHash: string): NewPassword {
  return { passwordHash, voids: ['recovery', 'change-email', 'second-step', 'known-device'] };
}
