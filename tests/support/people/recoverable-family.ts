import type { AccountChange, OneTimeTokenKind, Store } from '#server/store/ports/store.ts';
import { newId } from './household.ts';
import { aSession, minute, NOON, storeFamily } from './stored-family.ts';

const KINDS = ['passkey', 'provider', 'recovery-code'] as const;

/** The largest change that a recovery makes. */
export const RECOVERED = {
  password: { passwordHash: 'another', revokes: ['recovery', 'second-step'] },
  emailVerifiedAt: minute(1),
  withoutPasskey: true,
  removes: { kinds: KINDS },
} satisfies AccountChange;

/** A family with one of everything, and a token to recover its account. */
export async function recoverableFamily(store: Store) {
  const { uid } = (await storeFamily(store)).account;
  const session = aSession(uid);
  await store.openSession(session);
  for (const kind of KINDS)
    await store.addCredential({ kind, key: newId(), uid, body: '{}', createdAt: NOON });
  await store.requirePasskey(uid, NOON);
  const hash = newId();
  const tokens: readonly OneTimeTokenKind[] = ['recovery', 'second-step', 'verify-email'];
  for (const kind of tokens)
    await store.putOneTimeToken({ kind, hash: kind + hash, uid, body: '{}', expiresAt: minute(60) });
  /** Everything that a recovery could change. */
  const state = async () => ({
    account: await store.accountByUid(uid),
    credentials: (await Promise.all(KINDS.map((kind) => store.credentialsOf(uid, kind)))).flat().length,
    sessions: (await store.sessionsOf(uid, NOON)).length,
    tokens: (await Promise.all(tokens.map((kind) => store.oneTimeToken(kind, kind + hash, NOON)))).map(
      Boolean,
    ),
  });
  return { uid, session: session.tokenHash, hash: `recovery${hash}`, state };
}
