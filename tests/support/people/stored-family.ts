import type { Document } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import type { Path } from '#domain/paths.ts';
import { initialProfile } from '#domain/protocol/registration.ts';
import type { Batch, NewAccount, Store } from '#server/store/ports/store.ts';
import { newId } from './household.ts';

export const NOON = '2026-05-04T12:00:00.000Z';

/** A family in a store, without a server. */
export interface StoredFamily {
  account: NewAccount;
  household: Id;
  /** Saves documents like one op, at the next version; undefined removes. Resolves when they are durable. */
  save(documents: readonly [Path, Document | undefined][], changes?: Partial<Batch>): Promise<void>;
}

export async function storeFamily(store: Store, email = `${newId()}@example.org`): Promise<StoredFamily> {
  const [uid, household, device] = [newId(), newId(), newId()];
  const account = { uid, household, email, emailKey: email, passwordHash: 'hash', createdAt: NOON };
  const registration = { firstName: 'Astrid', lastName: 'Lindgren', email, password: '' };
  await store.register(account, initialProfile(registration, NOON));
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
