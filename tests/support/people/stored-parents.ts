import type { Id } from '#domain/ids.ts';
import { DAY_MS, isoTime } from '#domain/time.ts';
import type { Move } from '#server/store/auth/parents.ts';
import type { Store } from '#server/store/ports/store.ts';
import { newId } from './household.ts';
import { NOON, type StoredFamily } from './stored-family.ts';

/** More parents than any test has. */
export const MOST = 6;

export interface StoredInvitation {
  hash: string;
  body: string;
}

/** Stores an invitation to a family by a parent of it. Returns it, or why the store refused it. */
export async function storeInvite(
  store: Store,
  { household }: Pick<StoredFamily, 'household'>,
  uid: Id,
  hash: string = newId(),
  now = NOON,
): Promise<StoredInvitation | string> {
  const body = JSON.stringify({ madeAt: now });
  const invite = { hash, uid, body, expiresAt: isoTime(Date.parse(now) + 2 * DAY_MS), now };
  const put = await store.putInvite(household, invite, MOST);
  return put === 'put' || put === 'again' ? { hash, body } : put;
}

/** Asks the store to move an account from one household to another. */
export function move(
  store: Store,
  { uid, from, to }: { uid: Id; from: Id; to: Id },
  invite: StoredInvitation | string,
  {
    session,
    now = NOON,
    most = MOST,
    othersStay = false,
  }: Partial<Pick<Move, 'session' | 'now' | 'most' | 'othersStay'>> = {},
): ReturnType<Store['moveAccount']> {
  if (typeof invite === 'string') throw new Error(`there is no invitation: ${invite}`);
  const joined = { joinedAt: now, updatedAt: now };
  return store.moveAccount({
    ...{ uid, from, to, session, now, invite, most, othersStay },
    profile: (profile) => ({ ...profile, ...joined }),
  });
}

/** Has the account of one family join another. */
export async function joinFamily(
  store: Store,
  host: StoredFamily,
  joining: Pick<StoredFamily, 'account' | 'household'>,
): Promise<void> {
  const invite = await storeInvite(store, host, host.account.uid);
  const places = { uid: joining.account.uid, from: joining.household, to: host.household };
  const moved = await move(store, places, invite);
  if (typeof moved === 'string') throw new Error(`the account did not move: ${moved}`);
}

/** Asks the store to move an account out of a household. Returns the id of the new one with the answer. */
export async function part(
  store: Store,
  { uid, from }: { uid: Id; from: Id },
  { copy = true, keepLinks = false, session }: { copy?: boolean; keepLinks?: boolean; session?: string } = {},
): Promise<{ to: Id; parted: Awaited<ReturnType<Store['moveToNewHousehold']>> }> {
  const to = newId();
  const parted = await store.moveToNewHousehold({
    ...{ uid, from, to, copy, keepLinks, session, now: NOON },
    profile: ({ joinedAt: _, ...profile }) => profile,
  });
  return { to, parted };
}
