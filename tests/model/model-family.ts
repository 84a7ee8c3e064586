import type { StreamListener } from '#client/data/environment.ts';
import type { Profile } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { isoTime } from '#domain/time.ts';
import type { Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { anAccount } from '#tests/support/people/stored-family.ts';
import { move, storeInvite } from '#tests/support/people/stored-parents.ts';

/** Registers a family in the store: hashing a password takes longer than a whole story. */
export async function registerFamily(
  store: Store,
  now: number,
): Promise<{ account: Account; profile: Profile }> {
  const [{ uid, household, email, ...rest }, profile] = anAccount({ createdAt: isoTime(now) });
  await store.register({ uid, household, email, ...rest }, profile);
  return { account: { uid, household, email }, profile };
}

/** Registers another account and has it join the family's household. */
export async function registerSecondParent(
  store: Store,
  { uid: inviter, household }: Account,
  now: number,
): Promise<{ account: Account; profile: Profile }> {
  const { account, profile } = await registerFamily(store, now);
  const at = isoTime(now);
  const invite = await storeInvite(store, { household }, inviter, newId(), at);
  const places = { uid: account.uid, from: account.household, to: household };
  const moved = await move(store, places, invite, { now: at });
  if (typeof moved === 'string') throw new Error(`the second parent did not join: ${moved}`);
  return { account: { ...account, household }, profile: { ...profile, joinedAt: at, updatedAt: at } };
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
  const messageParent = async () => {
    const { changes, cursor } = await store.changes(household, version, 500);
    const after = version;
    version = Math.max(version, cursor);
    if (cursor > after) listener.onEvent('changes', JSON.stringify({ after, changes, cursor, epoch }));
  };
  void messageParent();
  return store.onChange((changed) => void (changed === household && messageParent()));
}
