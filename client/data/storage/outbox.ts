import type { Environment } from '#client/data/environment.ts';
import type { Database } from './database.ts';
import { answer, type Stores } from './object-stores.ts';
import { type Meta, type Queued, readMeta, type Tap, writeMeta } from './records.ts';

/**
 * Puts taps into the outbox for good, in this order, each with the device's next sequence. One that lies there already
 * (a tab was killed before it could clear its journal) keeps the sequence it has. Rejects where nothing was stored.
 */
export function storeTaps(
  database: Database,
  environment: Pick<Environment, 'random'>,
  taps: readonly Tap[],
): Promise<{ meta: Meta; queued: Queued[] }> {
  return database.write('strict', async (stores) => {
    const meta = await readMeta(stores, environment.random);
    const queued: Queued[] = [];
    for (const tap of taps) queued.push((await find(stores, tap)) ?? add(stores, meta, tap));
    writeMeta(stores, meta);
    return { meta, queued };
  });
}

function find({ outbox }: Stores, { op }: Tap): Promise<Queued | undefined> {
  return answer(outbox.index('op').get(op)) as Promise<Queued | undefined>;
}

function add({ outbox, refused }: Stores, meta: Meta, tap: Tap): Queued {
  meta.sequence += 1;
  const queued = { ...tap, sequence: meta.sequence };
  outbox.put(queued);
  if (tap.replaces !== undefined) refused.delete(tap.replaces);
  return queued;
}
