import { calls, PROTOCOL } from '#domain/protocol/calls.ts';
import type { SyncReply, SyncRequest } from '#domain/protocol/sync.ts';
import { newId } from '#tests/support/people/household.ts';
import type { BenchFamily } from './families.ts';
import { Wire } from './wire.ts';

/** How long a new phone waits for people and open visits, and for all of the history; in ms. */
export interface SnapshotTimes {
  people: number;
  all: number;
  pages: number;
}

/** Loads a household as a new phone of the family would. */
export async function readSnapshot(port: number, family: BenchFamily): Promise<SnapshotTimes> {
  const wire = new Wire(port);
  const device = newId();
  const sync = async (rest: Pick<SyncRequest, 'cursor' | 'history'>): Promise<SyncReply> => {
    const message = {
      protocol: PROTOCOL,
      household: family.household,
      device,
      deviceNow: Date.now(),
      ops: [],
    };
    const body = JSON.stringify({ ...message, ...rest });
    return JSON.parse(await wire.post(calls.sync.path, family.token, body)) as SyncReply;
  };
  const begun = performance.now();
  const first = await sync({ cursor: null });
  const people = performance.now() - begun;
  let pages = 1;
  for (let mark = first.history; mark; pages += 1)
    mark = (await sync({ cursor: first.cursor, history: mark })).history;
  wire.close();
  return { people, all: performance.now() - begun, pages };
}
