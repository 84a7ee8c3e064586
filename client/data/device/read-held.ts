import type { Environment } from '#client/data/environment.ts';
import type { UnsentCommand } from '#client/data/unsent-command.ts';
import { Database } from './database.ts';
import type { Home } from './held-register.ts';
import { Journal } from './journal.ts';
import { resultOf } from './object-stores.ts';
import type { QueuedTap, RefusedTap } from './records.ts';
import { storageName } from './stored-session.ts';

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
