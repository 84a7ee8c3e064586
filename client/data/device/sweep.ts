import type { Environment } from '#client/data/environment.ts';
import type { HeldAccount, UnsentCommand } from '#client/data/port.ts';
import type { Profile } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { maskedEmail } from '#domain/names.ts';
import { profilePath } from '#domain/paths.ts';
import { Database } from './database.ts';
import { type HeldEntry, HeldRegister, type Home, storageName } from './held-register.ts';
import { readJournal, wipeJournal } from './journal.ts';
import { resultOf, STORES } from './object-stores.ts';
import {
  type Meta,
  type QueuedTap,
  type RefusedTap,
  readMeta,
  type StoredDocument,
  writeMeta,
} from './records.ts';

interface Kept {
  unsent: UnsentCommand[];
  /** The e-mail of the profile that was deleted. */
  email: string | undefined;
}

/**
 * Keeps of an account's database only the unanswered and the refused taps. If there are none, in the journal (`hasJournal`)
 * either, deletes all of it. `ended`: the session was ended on purpose, so the household opens only after a
 * sign-in. Rejects if storage fails.
 */
export function keepUnsent(
  database: Pick<Database, 'write'>,
  { random }: Pick<Environment, 'random'>,
  { uid, ended = false, hasJournal = true }: { uid: Id; ended?: boolean; hasJournal?: boolean },
): Promise<Kept> {
  return database.write('strict', async (stores) => {
    const meta = await readMeta(stores, random);
    const outbox: QueuedTap[] = await resultOf(stores.outbox.getAll());
    const refused: RefusedTap[] = await resultOf(stores.refused.getAll());
    const profile = (await resultOf(stores.documents.get(profilePath(uid)))) as StoredDocument | undefined;
    const queued = outbox.filter(({ settled }) => settled === undefined);
    const unsent = [...queued, ...refused];
    const isKept = unsent.length > 0 || hasJournal;
    for (const name of STORES) if (!isKept || name !== 'refused') stores[name].clear();
    for (const tap of queued) stores.outbox.put(tap);
    if (isKept) writeMeta(stores, emptied(meta, ended));
    return { unsent, email: (profile?.document as Profile | undefined)?.email };
  });
}

/** Keeps the device's sequence, and makes every tab read the emptied database as a snapshot. */
function emptied({ device, sequence, stamp, skew }: Meta, ended: boolean): Meta {
  const [cursor, history] = [null, null];
  const next = { device, sequence, stamp: stamp + 1, resetStamp: stamp + 1, cursor, history, skew };
  return ended ? { ...next, ended } : next;
}

/**
 * Wipes all but unsent taps of an account that is not signed in here. Returns it with what waits, or nothing if nothing of it
 * is left. Rejects if storage fails.
 */
export async function wipeSent(environment: Environment, entry: HeldEntry & Home): Promise<HeldAccount[]> {
  const { uid, household } = entry;
  const { storage } = environment;
  // Read before the outbox: another tab may move a tap from here to there.
  const journaled = readJournal(storage, entry);
  const hasJournal = journaled.length > 0;
  const { unsent, email } = await withDatabase(environment, entry, async (database) => {
    const kept = await keepUnsent(database, environment, { uid, hasJournal });
    // Cleared by the transaction that found nothing to keep: nothing is asked or cleared a second time.
    if (kept.unsent.length === 0 && !hasJournal) database.drop();
    return kept;
  });
  // Another window may have signed in to the account meanwhile, and its first tap is nobody's to wipe.
  const taps = [...unsent, ...journaled, ...readJournal(storage, entry)];
  const waiting = new Map(taps.map((tap) => [tap.op, tap.tappedAt]));
  const register = new HeldRegister(storage);
  if (waiting.size === 0) {
    register.remove(entry);
    return [];
  }
  const name = entry.name ?? (email === undefined ? undefined : maskedEmail(email));
  const hasLeft = (register.get(uid).household ?? household) !== household;
  return [{ uid, household, hasLeft, name, waiting: waiting.size, since: Math.min(...waiting.values()) }];
}

/** Deletes the local data of an account whose household is not open. */
export async function wipeAccount(environment: Environment, home: Home): Promise<void> {
  await withDatabase(environment, home, (database) => database.wipe());
  wipeJournal(environment.storage, home);
  new HeldRegister(environment.storage).remove(home);
}

/** The unsent taps that a device holds of an account in a household, in the order they were tapped. Rejects if storage fails. */
export async function readHeld(environment: Environment, home: Home): Promise<UnsentCommand[]> {
  // Read before the outbox, as above.
  const journaled = readJournal(environment.storage, home);
  const stored = await withDatabase(environment, home, (database) =>
    database.read(async ({ outbox, refused }) => {
      const queued: QueuedTap[] = await resultOf(outbox.getAll());
      const turnedDown: RefusedTap[] = await resultOf(refused.getAll());
      return [...queued.filter(({ settled }) => settled === undefined), ...turnedDown];
    }),
  );
  const all = new Map([...journaled, ...stored].map((tap) => [tap.op, tap]));
  return [...all.values()].sort(inOrder).map(unsentOf);
}

async function withDatabase<T>(
  environment: Environment,
  home: Home,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = new Database(environment, storageName(home));
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/** Taps of one millisecond follow the journal, in which a refused one has no place any more. */
function inOrder(one: UnsentCommand & Partial<QueuedTap>, other: UnsentCommand & Partial<QueuedTap>): number {
  return one.tappedAt - other.tappedAt || (one.order ?? 0) - (other.order ?? 0);
}

function unsentOf(tap: UnsentCommand): UnsentCommand {
  const { op, name, args, tappedAt, people, refusal } = tap;
  return { op, name, args, tappedAt, ...(people && { people }), ...(refusal && { refusal }) };
}
