import type { FastifyInstance } from 'fastify';
import type { Id } from '#domain/ids.ts';
import { answer } from '../answer.ts';
import { CallError } from '../call-error.ts';
import type { Allowance } from '../store/allowance.ts';
import type { Ground } from './ground.ts';
import { accountNamed } from './limits.ts';
import { refuseWeakPassword } from './weak-password.ts';

/** Each change is hashed and mailed about; the address counts, so that an account made anew begins with no more. */
const CHANGING: Allowance = { burst: 5, everyMs: 15 * 60_000 };

/** Sets the first password or another one, for whoever just proved that the account is theirs; other devices are signed out. */
export function changePasswordCall(app: FastifyInstance, ground: Ground): void {
  const { store, sessions, limits, passwords, knownDevices, mail } = ground;
  answer(
    app,
    'changePassword',
    async ({ password }, request, reply) => {
      const { session, account } = await sessions.requireProven(request);
      await limits.count('change-password', accountNamed(account.email), CHANGING);
      const former = (await store.accountByUid(account.uid))?.passwordHash ?? '';
      await setNewPassword(ground, account.uid, await passwords.hash(password), { keep: session, former });
      await knownDevices.remember(account.uid, request, reply);
      mail.passwordChanged(account, request, reply);
      return {};
    },
    { inspect: refuseWeakPassword },
  );
}

/**
 * Replaces the password, by its hash, and ends all that the former one may have opened: sessions but the one to keep (by
 * its hash), links that were mailed, and devices that are known. In: also the former hash, where a session may have ended
 * since it was looked at, because another password was chosen meanwhile. Throws 'not-signed-in' then.
 */
export async function setNewPassword(
  { store, sessions }: Ground,
  uid: Id,
  passwordHash: string,
  { keep, former }: { keep?: string; former?: string } = {},
): Promise<void> {
  if (!(await store.setPassword(uid, passwordHash, former))) throw new CallError('not-signed-in');
  // First the sessions: a link that one of them still asked for is there to be dropped, or never made.
  await sessions.endOf(uid, { allBut: keep });
  await store.dropTickets(uid, ['recovery', 'change-email', 'second-step', 'known-device']);
}
