import { calls, PROTOCOL } from '#domain/protocol/calls.ts';
import type { SyncReply } from '#domain/protocol/sync.ts';
import { newId } from '#tests/support/people/household.ts';
import type { BenchFamily } from '../families/stored-families.ts';
import type { HttpConnection } from './http-connection.ts';

/** Checks the family's friend in or out, in turn, as its phone would. Throws if it had no effect. */
export async function tap(family: BenchFamily, connection: HttpConnection): Promise<SyncReply> {
  const now = Date.now();
  const sequence = family.sequence + 1;
  const name = family.isIn ? 'checkOut' : 'checkIn';
  const op = { op: newId(), sequence, name, args: family.friend, tappedAt: now, zone: 'Europe/Stockholm' };
  const { household, device, cursor } = family;
  const message = { protocol: PROTOCOL, household, device, cursor, deviceNow: now, ops: [op] };
  const reply = JSON.parse(await connection.post(calls.sync.path, family.token, JSON.stringify(message)));
  return taken(family, sequence, reply as SyncReply);
}

function taken(family: BenchFamily, sequence: number, reply: SyncReply): SyncReply {
  const [outcome] = reply.outcomes;
  if (outcome?.result !== 'done' || outcome.version <= family.cursor || reply.changes.length === 0)
    throw new Error(`a check-in had no effect: ${JSON.stringify(reply)}`);
  family.sequence = sequence;
  family.cursor = reply.cursor;
  family.isIn = !family.isIn;
  return reply;
}
