import type { Environment } from '#client/data/environment.ts';
import type { HeldAccount } from '#client/data/held-account.ts';
import { call } from '#client/data/wire/calls.ts';
import type { Id } from '#domain/ids.ts';
import { maskedEmail } from '#domain/masked-email.ts';
import { Database } from './database.ts';
import { type HeldEntry, HeldRegister } from './held-register.ts';
import { Journal } from './journal.ts';
import { keepUnsent } from './keep-unsent.ts';
import { storageName } from './stored-session.ts';

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
