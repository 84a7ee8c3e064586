import { randomBytes } from 'node:crypto';
import type { Alert } from '#domain/alerts.ts';
import type { Document } from '#domain/documents.ts';
import { makeId } from '#domain/ids.ts';
import type { Path } from '#domain/paths.ts';
import { isoTime } from '#domain/time.ts';
import { type LogWrite, type Restored, SERVER_DEVICE, type Transaction } from '../store/ports/store.ts';
import { nextVersion } from './ledger.ts';
import { baseOf, keepsLog, logBase, logWrite } from './restore-log.ts';

type ServerWrite = { path: Path; document?: Document };

/**
 * Writes documents through the feed like a tap; one without a document is removed. `now` is the server's time, in ms, and
 * `restored` the store's latest restore; `alerts` go to the family's own devices.
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
  const log = keepsLog(restored, now) ? await logOf(transaction, writes, version) : [];
  const op = makeId(randomBytes(16));
  await transaction.save({
    version,
    device: SERVER_DEVICE,
    lastSequence: sequence,
    documents: writes.map((write) => ({ ...write, version })),
    // The outcome dates the tombstones for their purge.
    outcomes: [{ outcome: { op, result: 'done', version }, sequence }],
    notices: [],
    ...(alerts.length > 0 && { alerts }),
    recordedAt: isoTime(now),
    ...(log.length > 0 && { log }),
  });
}

/** Keeps writes below children for phones that return after a restore; what was removed by its age stays so. */
async function logOf(
  transaction: Transaction,
  writes: readonly ServerWrite[],
  order: number,
): Promise<LogWrite[]> {
  const below = writes.filter(({ path }) => path.startsWith('children/'));
  const stored = await transaction.load([{ paths: below.map(({ path }) => path) }]);
  return below.flatMap(({ path, document: after }): LogWrite[] => {
    const before = stored.get(path);
    if (!after || !before) return [logBase(path, { isTaken: true }, false)];
    return [logBase(path, baseOf(stored, path)), logWrite({ order, path, before, after })];
  });
}
