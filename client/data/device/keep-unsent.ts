import type { Environment } from '#client/data/environment.ts';
import type { HeldAccount, UnsentCommand } from '#client/data/port.ts';
import { call } from '#client/data/wire/calls.ts';
import type { Profile } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { maskedEmail } from '#domain/masked-email.ts';
import { profilePath } from '#domain/paths.ts';
import { Database } from './database.ts';
import { type HeldEntry, HeldRegister, type Home } from './held-register.ts';
import { Journal } from './journal.ts';
import { resultOf, STORES } from './object-stores.ts';
import {
  type Meta,
  type QueuedTap,
  type RefusedTap,
  readMeta,
  type StoredDocument,
  writeMeta,
} from './records.ts';
import { storageName } from './stored-session.ts';

interface Kept {
  unsent: UnsentCommand[];
  /** The e-mail of the profile that was deleted. */
  email: string | undefined;
}

/**
 * Deletes all that an account's database holds but the taps that the server has not answered or has refused; without any,
 * also those of `hasJournal`, everything. `ended`: the session was ended on purpose, so the household opens only after a
 * sign-in. Rejects if storage fails.
 */
export function keepUnsent(
  database: Database,
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
export async function wipeSent(environment: Environment, entry: HeldEntry): Promise<HeldAccount[]> {
  const { uid, household } = entry;
  // Read before the outbox: another tab may move a tap from here to there.
  const register = new HeldRegister(environment.storage);
  const journal = new Journal(environment.storage, { uid, household: household ?? '' });
  const journaled = journal.read();
  const { unsent, email } =
    household === undefined
      ? { unsent: [], email: undefined }
      : await wipeDatabase(environment, { uid, household }, journaled.length > 0);
  // Another window may have signed in to the account meanwhile, and its first tap is nobody's to wipe.
  const taps = [...unsent, ...journaled, ...journal.read()];
  const waiting = new Map(taps.map((tap) => [tap.op, tap.tappedAt]));
  if (waiting.size === 0) {
    register.remove(entry);
    return [];
  }
  const name = entry.name ?? (email === undefined ? undefined : maskedEmail(email));
  const present = register.get(uid).household;
  const hasLeft = present !== undefined && present !== household;
  return [{ uid, household, hasLeft, name, waiting: waiting.size, since: Math.min(...waiting.values()) }];
}

async function wipeDatabase(
  environment: Environment,
  account: Required<Pick<HeldEntry, 'uid' | 'household'>>,
  hasJournal: boolean,
) {
  const database = new Database(environment, storageName(account), () => {});
  try {
    const kept = await keepUnsent(database, environment, { uid: account.uid, hasJournal });
    // Cleared by the transaction that found nothing to keep: nothing is asked or cleared a second time.
    if (kept.unsent.length === 0 && !hasJournal) database.drop();
    return kept;
  } finally {
    database.close();
  }
}

/** Asks which of the noted accounts were deleted, and notes the device's own session. Rejects with CallFailed. */
export async function askWhichAreGone(environment: Environment, register: HeldRegister): Promise<Id[]> {
  const noted = register.uids().map((uid) => register.get(uid));
  const asked = noted.filter(({ session }) => session !== undefined).slice(0, 20);
  const sessions = asked.flatMap(({ session }) => session ?? []);
  const { gone, own } = await call(environment, 'heldAccounts', { sessions });
  if (own && noted.some(({ uid }) => uid === own.uid)) register.noteSession(own.uid, own.session);
  return asked.filter(({ session = '' }) => gone.includes(session)).map(({ uid }) => uid);
}

/** The unsent taps that a device holds of an account in a household, in the order they were tapped. Rejects if storage fails. */
export async function readHeld(environment: Environment, home: Home): Promise<UnsentCommand[]> {
  // Read before the outbox, as in sweep-device.ts.
  const journaled = new Journal(environment.storage, home).read();
  const database = new Database(environment, storageName(home), () => {});
  try {
    const stored = await database.read(async ({ outbox, refused }) => {
      const queued: QueuedTap[] = await resultOf(outbox.getAll());
      const turnedDown: RefusedTap[] = await resultOf(refused.getAll());
      return [...queued.filter(({ settled }) => settled === undefined), ...turnedDown];
    });
    const all = new Map([...journaled, ...stored].map((tap) => [tap.op, tap]));
    return [...all.values()].sort(inOrder).map(unsentOf);
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

/** Deletes the local data of an account whose household is not open. */
export async function wipeAccount(
  environment: Environment,
  entry: Pick<HeldEntry, 'uid' | 'household'>,
): Promise<void> {
  const { uid, household } = entry;
  if (household !== undefined)
    await new Database(environment, storageName({ uid, household }), () => {}).wipe();
  new Journal(environment.storage, { uid, household: household ?? '' }).wipe();
  new HeldRegister(environment.storage).remove(entry);
}
