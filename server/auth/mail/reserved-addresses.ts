import type { Id } from '#domain/ids.ts';
import type { OneTimeTokenStore } from '../../store/port.ts';
import { hashOf } from '../sessions/secret.ts';

type TokenStore = Pick<OneTimeTokenStore, 'oneTimeToken' | 'consumeOneTimeToken' | 'putOneTimeToken'>;

/**
 * Keeps a former address for its account until the change can no longer be undone: a thief of the account could otherwise
 * register it, and the parent could not have it back.
 */
export async function reserveAddress(
  store: TokenStore,
  uid: Id,
  emailKey: string,
  expiresAt: string,
): Promise<void> {
  const hash = hashOfAddress(emailKey);
  // One that the account reserved before is replaced.
  await store.consumeOneTimeToken('undo-email', hash, '');
  await store.putOneTimeToken({ kind: 'undo-email', hash, uid, body: '{}', expiresAt });
}

/** True if another account, or without a `uid` any, may still get this address back. */
export async function isReserved(
  store: Pick<TokenStore, 'oneTimeToken'>,
  emailKey: string,
  now: string,
  uid?: Id,
): Promise<boolean> {
  const found = await store.oneTimeToken('undo-email', hashOfAddress(emailKey), now);
  return found !== undefined && found.uid !== uid;
}

function hashOfAddress(emailKey: string): string {
  return hashOf(`former address ${emailKey}`);
}
