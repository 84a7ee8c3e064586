import { calls, PROTOCOL } from '#domain/protocol/calls.ts';
import type { SyncReply, SyncRequest } from '#domain/protocol/sync.ts';
import { newId } from '#tests/support/people/household.ts';
import type { BenchFamily } from '../families/stored-families.ts';
import { HttpConnection } from './http-connection.ts';

/** The time until a new phone has people and open visits, and until it has the whole history, in ms. */
export interface SnapshotTimes {
  people: number;
  all: number;
  pages: number;
}

/** Loads a household like a new phone of the family. */
export async function readSnapshot(port: number, family: BenchFamily): Promise<SnapshotTimes> {
  const connection = new HttpConnection(port);
  const device = newId();
  const sync = async (rest: Pick<SyncRequest, 'cursor' | 'history' | 'people'>): Promise<SyncReply> => {
    const message = {
      protocol: PROTOCOL,
      household: family.household,
      device,
      deviceNow: Date.now(),
      ops: [],
    };
    const body = JSON.stringify({ ...message, ...rest });
    return JSON.parse(await connection.post(calls.sync.path, family.token, body)) as SyncReply;
  };
  const begun = performance.now();
  const first = await sync({ cursor: null });
  let last = first;
  while (last.people !== undefined) last = await sync({ cursor: null, people: last.people });
  const people = performance.now() - begun;
  let pages = 1;
  for (let mark = last.history; mark; pages += 1)
    mark = (await sync({ cursor: first.cursor, history: mark })).history;
  connection.close();
  return { people, all: performance.now() - begun, pages };
}
