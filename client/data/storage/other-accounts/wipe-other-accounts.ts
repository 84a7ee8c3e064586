import type { Environment } from '#client/data/environment.ts';
import type { OtherAccount, UnsentCommand } from '#client/data/port.ts';
import { type AccountScope, storageName } from '#client/data/storage-entries.ts';
import { maskedEmail } from '#domain/names.ts';
import { keepOnlyUnsent } from '../household-storage.ts';
import { IndexedDbStorage } from '../indexeddb-storage.ts';
import { readJournal, wipeJournal } from '../journal.ts';
import type { QueuedTap } from '../records.ts';
import { type AccountEntry, AccountRegister } from './account-register.ts';

/** Empty if nothing of the account is left. Rejects if storage fails. */
export async function wipeExceptUnsent(
  environment: Environment,
  entry: AccountEntry & AccountScope,
): Promise<OtherAccount[]> {
  const { uid, household } = entry;
  const { storage } = environment;
  // Read before the outbox: another tab may move a tap from here to there.
  const journaled = readJournal(storage, entry);
  const hasJournal = journaled.length > 0;
  const { unsent, email } = await withDatabase(environment, entry, async (database) => {
    const kept = await keepOnlyUnsent(database, environment, { uid, hasJournal });
    // The transaction that found nothing has cleared it.
    if (kept.unsent.length === 0 && !hasJournal) database.drop();
    return kept;
  });
  // Another window may have signed in meanwhile; its first tap must survive.
  const taps = [...unsent, ...journaled, ...readJournal(storage, entry)];
  const waiting = new Map(taps.map((tap) => [tap.op, tap.tappedAt]));
  const register = new AccountRegister(storage);
  if (waiting.size === 0) {
    register.remove(entry);
    return [];
  }
  const name = entry.name ?? (email === undefined ? undefined : maskedEmail(email));
  const hasLeft = (register.get(uid).household ?? household) !== household;
  return [{ uid, household, hasLeft, name, waiting: waiting.size, since: Math.min(...waiting.values()) }];
}

/** Only while the household is not open. */
export async function wipeAccount(environment: Environment, home: AccountScope): Promise<void> {
  await withDatabase(environment, home, (database) => database.wipe());
  wipeJournal(environment.storage, home);
  new AccountRegister(environment.storage).remove(home);
}

/** In tap order. Rejects if storage fails. */
export async function readUnsentOf(environment: Environment, home: AccountScope): Promise<UnsentCommand[]> {
  // Read before the outbox, as above.
  const journaled = readJournal(environment.storage, home);
  const stored = await withDatabase(environment, home, (database) =>
    database.read(async (data) => [
      ...(await data.outbox()).filter(({ settled }) => settled === undefined),
      ...(await data.refused()),
    ]),
  );
  const all = new Map([...journaled, ...stored].map((tap) => [tap.op, tap]));
  return [...all.values()].sort(inOrder).map(unsentOf);
}

async function withDatabase<T>(
  environment: Environment,
  home: AccountScope,
  work: (database: IndexedDbStorage) => Promise<T>,
): Promise<T> {
  const database = new IndexedDbStorage(environment, storageName(home));
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/** Taps of one millisecond follow journal order; refused ones have none. */
function inOrder(one: UnsentCommand & Partial<QueuedTap>, other: UnsentCommand & Partial<QueuedTap>): number {
  return one.tappedAt - other.tappedAt || (one.order ?? 0) - (other.order ?? 0);
}

function unsentOf(tap: UnsentCommand): UnsentCommand {
  const { op, name, args, tappedAt, people, refusal } = tap;
  return { op, name, args, tappedAt, ...(people && { people }), ...(refusal && { refusal }) };
}
