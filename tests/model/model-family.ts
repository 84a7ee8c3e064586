import type { StreamListener } from '#client/data/environment.ts';
import type { Profile } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { initialProfile } from '#domain/protocol/registration.ts';
import { isoTime } from '#domain/time.ts';
import type { Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/phone/memory-server.ts';

/** Registers a family in the store: hashing a password takes longer than a whole story. */
export async function registerFamily(
  store: Store,
  now: number,
): Promise<{ account: Account; profile: Profile }> {
  const [uid, household] = [newId(), newId()];
  const email = `${uid}@example.org`;
  const createdAt = isoTime(now);
  const profile = initialProfile({ firstName: 'Maja', lastName: 'Lind', email, password: '' }, createdAt);
  const account = { uid, household, email };
  await store.register({ ...account, emailKey: email, passwordHash: '', createdAt }, profile);
  return { account, profile };
}

/** Registers another account and has it join the family's household. */
export async function registerSecondParent(
  store: Store,
  { uid: inviter, household }: Account,
  now: number,
): Promise<{ account: Account; profile: Profile }> {
  const { account, profile: alone } = await registerFamily(store, now);
  const at = isoTime(now);
  const invite = { hash: newId(), uid: inviter, body: '{}', expiresAt: isoTime(now + 1), now: at };
  await store.putInvite(household, invite, 2);
  const profile = { ...alone, joinedAt: at };
  const moved = await store.moveAccount({
    ...{
      uid: account.uid,
      from: account.household,
      to: household,
      session: undefined,
      now: at,
      invite,
      most: 2,
      othersStay: false,
    },
    profile: () => profile,
  });
  if (typeof moved === 'string') throw new Error(`the second parent did not join: ${moved}`);
  return { account: { ...account, household }, profile };
}

/** Streams changes like the server's live endpoint. Returns its close. */
export function streamChanges(
  store: Store,
  household: Id,
  path: string,
  listener: StreamListener,
): () => void {
  const query = new URLSearchParams(path.split('?')[1]);
  const epoch = store.epoch();
  const isForeign = query.get('epoch') !== epoch && query.has('epoch');
  let version = isForeign ? Number.MAX_SAFE_INTEGER : Number(query.get('cursor'));
  if (isForeign) setImmediate(() => listener.onEvent('changed', '{}'));
  const tell = async () => {
    const { changes, cursor } = await store.changes(household, version, 500);
    const after = version;
    version = Math.max(version, cursor);
    if (cursor > after) listener.onEvent('changes', JSON.stringify({ after, changes, cursor, epoch }));
  };
  void tell();
  return store.onChange((changed) => void (changed === household && tell()));
}
