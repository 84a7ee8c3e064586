import type { Document, Profile } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { childPath, friendPath, type Path, visitPath } from '#domain/paths.ts';
import { initialProfile } from '#domain/protocol/registration.ts';
import type { NewSession } from '#server/store/auth/sessions.ts';
import type { NewAccount } from '#server/store/ports/accounts.ts';
import type { Batch, Store } from '#server/store/ports/store.ts';
import { saveAsServer } from '#server/sync/save-as-server.ts';
import { newId } from './household.ts';

export const NOON = '2026-05-04T12:00:00.000Z';

/** A family in a store, without a server. */
export interface StoredFamily {
  account: NewAccount;
  household: Id;
  /** Saves documents like one op, at the next version; undefined removes. Resolves when they are durable. */
  save(documents: readonly [Path, Document | undefined][], changes?: Partial<Batch>): Promise<void>;
}

/** An account that may be registered, and its profile. */
export function anAccount(changes: Partial<NewAccount> = {}): [NewAccount, Profile] {
  const { email = `${newId()}@example.org`, createdAt = NOON } = changes;
  const usual = { uid: newId(), household: newId(), email, emailKey: email, passwordHash: 'hash', createdAt };
  const names = { firstName: 'Astrid', lastName: 'Lindgren', email };
  return [{ ...usual, ...changes }, initialProfile(names, createdAt)];
}

export async function storeFamily(store: Store, email?: string): Promise<StoredFamily> {
  const [account, profile] = anAccount(email === undefined ? {} : { email });
  const [{ household }, device] = [account, newId()];
  await store.register(account, profile);
  const save: StoredFamily['save'] = (documents, changes = {}) =>
    store.transact(household, async (transaction) => {
      const { version, lastSequence } = await transaction.begin(device, []);
      await transaction.save({
        version: version + 1,
        device,
        lastSequence: lastSequence + 1,
        documents: documents.map(([path, document]) => ({
          path,
          version: version + 1,
          ...(document ? { document } : {}),
        })),
        outcomes: [],
        notices: [],
        recordedAt: NOON,
        ...changes,
      });
    });
  return { account, household, save };
}

export const aChild = (name = 'Kim') => ({ name, birthDate: '2018-05-04', createdAt: NOON });

export const aFriend = (name = 'Ella') =>
  ({ name, parentPhone: '070-123 45 67', createdAt: NOON, status: 'out' }) as const;

/** Returns the ISO time so many minutes after noon. */
export const minute = (minutes: number) => new Date(Date.parse(NOON) + minutes * 60_000).toISOString();

/** Makes a friend's visit, in minutes after noon; open without an end. */
export function aVisit(friend: Id, from: number, to?: number) {
  const moment = (at: string) =>
    ({ at, tappedAt: at, receivedAt: at, zone: 'Europe/Stockholm', certainty: 'exact', ...taken() }) as const;
  return {
    visitor: { kind: 'friend', id: friend, name: 'Ella' } as const,
    open: to === undefined,
    arrived: moment(minute(from)),
    ...(to === undefined ? {} : { left: moment(minute(to)) }),
    corrections: [],
  };
}

const taken = () => ({ by: newId(), device: newId(), op: newId() });

export const END = '2026-06-01T00:00:00.000Z';

/** A session with a unique token hash. */
export const aSession = (uid: string, changes: Partial<NewSession> = {}): NewSession => ({
  tokenHash: newId(),
  id: newId(),
  name: 'Chrome · Android',
  uid,
  createdAt: NOON,
  expiresAt: END,
  ...changes,
});

/** A family with `count` sessions. */
export async function familyWithSessions(store: Store, count: number) {
  const { account, household } = await storeFamily(store);
  const sessions = Array.from({ length: count }, () => aSession(account.uid));
  for (const session of sessions) await store.openSession(session);
  return { account, household, hashes: sessions.map(({ tokenHash }) => tokenHash), sessions };
}

/** More visits below one child than two steps of the purge delete. */
export const MANY = 450;

/** A family with a child, Kim, with many people and visits below, and another child with one of each. */
export async function largeFamily(store: Store) {
  const family = await storeFamily(store);
  const [kim, olle, ella, noa] = [newId(), newId(), newId(), newId()];
  const visits = Array.from({ length: MANY - 50 }, (_, at) => [
    visitPath(kim, newId()),
    aVisit(ella, at, at + 1),
  ]);
  const friends = Array.from({ length: 50 }, () => [friendPath(kim, newId()), aFriend()]);
  const [open, kept] = [visitPath(kim, newId()), visitPath(olle, newId())];
  await family.save([
    [childPath(kim), aChild()],
    [childPath(olle), aChild('Olle')],
    [friendPath(kim, ella), aFriend()],
    [friendPath(olle, noa), aFriend('Noa')],
    [open, aVisit(ella, 5)],
    [kept, aVisit(noa, -10, -5)],
    ...([...friends, ...visits] as [Path, ReturnType<typeof aFriend>][]),
  ]);
  return { ...family, kim, olle, ella, noa, kept };
}

/** Runs the purge to its end. Returns the number of its steps. */
export async function purgeRemoved(store: Store): Promise<number> {
  let steps = 0;
  while (await store.purgeRemoved()) steps += 1;
  return steps;
}

/** Saves documents of a household in one version, as the server itself does. */
export function storeDocuments(
  store: Store,
  household: string,
  writes: Parameters<typeof saveAsServer>[1],
): Promise<void> {
  return store.transact(household, (transaction) => saveAsServer(transaction, writes, Date.now(), undefined));
}
