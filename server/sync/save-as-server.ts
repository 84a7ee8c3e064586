import { randomBytes } from 'node:crypto';
import type { Alert } from '#domain/alerts.ts';
import type { Document } from '#domain/documents.ts';
import { type Id, makeId } from '#domain/ids.ts';
import type { Path } from '#domain/paths.ts';
import { isoTime } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { NoSuchHousehold, type Restored, SERVER_DEVICE, type Transaction } from '../store/ports/store.ts';
import { keepsLog } from './after-restore/apply-after-restore.ts';
import { savingServerWrites } from './after-restore/restore-log.ts';
import { nextVersion } from './unit-of-work.ts';

type ServerWrite = { path: Path; document?: Document };

/** In a transaction with what `decide` reads; does nothing if the household was deleted meanwhile. */
export async function changeAsServer(
  { store, now }: Pick<Dependencies, 'store' | 'now'>,
  household: Id,
  decide: (transaction: Transaction) => Promise<{ writes: ServerWrite[]; alerts?: readonly Alert[] }>,
): Promise<void> {
  const work = async (transaction: Transaction) => {
    const { writes, alerts } = await decide(transaction);
    if (writes.length > 0) await saveAsServer(transaction, writes, now(), store.restored(), alerts);
  };
  await store.transact(household, work).catch((error: unknown) => {
    if (!(error instanceof NoSuchHousehold)) throw error;
  });
}

/**
 * Writes through the feed like a tap; no document means removal. `now` in ms; `alerts` for the own devices.
 */
export async function saveAsServer(
  transaction: Transaction,
  writes: readonly ServerWrite[],
  now: number,
  restored: Restored | undefined,
  alerts: readonly Alert[] = [],
): Promise<void> {
  const state = await transaction.begin(SERVER_DEVICE, []);
  const sequence = state.lastSequence + 1;
  const version = nextVersion(state.version, now);
  const isLogged = keepsLog(restored, now);
  const saver = isLogged ? await savingServerWrites(transaction, writes, version) : transaction;
  const op = makeId(randomBytes(16));
  await saver.save({
    version,
    device: SERVER_DEVICE,
    lastSequence: sequence,
    documents: writes.map((write) => ({ ...write, version })),
    // The outcome dates the tombstones for their purge.
    outcomes: [{ outcome: { op, result: 'done', version }, sequence }],
    notices: [],
    ...(alerts.length > 0 && { alerts }),
    recordedAt: isoTime(now),
  });
}
