import { randomBytes } from 'node:crypto';
import type { Document } from '#domain/documents.ts';
import { makeId } from '#domain/ids.ts';
import type { Path } from '#domain/paths.ts';
import type { Transaction } from '../store/port.ts';

/** The server counts as a device of the household; no phone can claim a name that is no id. */
const SERVER_DEVICE = 'server';

/** Writes documents through the feed like a tap; one without a document is removed. `at` is the server's time, ISO. */
export async function saveAsServer(
  transaction: Transaction,
  writes: readonly { path: Path; document?: Document }[],
  at: string,
): Promise<void> {
  const state = await transaction.begin(SERVER_DEVICE, []);
  const [version, sequence] = [state.version + 1, state.lastSequence + 1];
  const op = makeId(randomBytes(16));
  await transaction.save({
    version,
    device: SERVER_DEVICE,
    lastSequence: sequence,
    documents: writes.map((write) => ({ ...write, version })),
    // The outcome dates the tombstones for their purge.
    outcomes: [{ outcome: { op, result: 'done', version }, sequence }],
    notices: [],
    recordedAt: at,
  });
}
