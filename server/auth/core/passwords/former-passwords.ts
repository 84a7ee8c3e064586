import * as v from 'valibot';
import type { Id } from '#domain/ids.ts';
import { isoTime } from '#domain/time.ts';
import type { NewPassword, OneTimeTokenStore } from '../../../store/ports/store.ts';
import { UNDO_MS } from '../../port.ts';
import { hashOf, newSecret } from '../sessions/secret.ts';
import type { Passwords } from './passwords.ts';

/** Each costs whoever guesses one more hashing, and this server too. */
const MOST = 5;

const bodySchema = v.object({ passwordHash: v.string() });

/** The token that keeps a password which a session replaces: the session may be a thief's (docs/decisions/0029). */
export function keptPassword(now: number): NonNullable<NewPassword['keepsFormer']> {
  const expiresAt = isoTime(now + UNDO_MS);
  return { hash: hashOf(newSecret()), expiresAt, now: isoTime(now), most: MOST };
}

/** Returns the hashes of the passwords that sessions have replaced in the last seven days. */
export async function formerPasswords(
  { oneTimeTokensOf }: Pick<OneTimeTokenStore, 'oneTimeTokensOf'>,
  uid: Id,
  now: string,
): Promise<string[]> {
  const tokens = await oneTimeTokensOf(uid, ['former-password'], now);
  return tokens.map(({ body }) => v.parse(bodySchema, JSON.parse(body)).passwordHash);
}

/** True if a password has one of these hashes. */
export async function matchesAny(
  passwords: Pick<Passwords, 'check'>,
  password: string,
  hashes: readonly string[],
): Promise<boolean> {
  for (const hash of hashes) if ((await passwords.check(password, hash)).matches) return true;
  return false;
}
