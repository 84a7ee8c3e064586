import { randomFillSync } from 'node:crypto';
import { makeUlid } from '#domain/ids.ts';
import { calls, OLDEST_PROTOCOL } from '#domain/protocol/calls.ts';
import type { SyncReply } from '#domain/protocol/sync.ts';
import type { BenchFamily } from '../families/stored-families.ts';
import type { HttpConnection } from './http-connection.ts';

const random = new Uint8Array(10);

/** Checks the family's friends in and out, one after the other, as its phone would. Throws if a tap had no effect. */
export async function tap(family: BenchFamily, connection: HttpConnection): Promise<void> {
  const { household, device, cursor, taps, friends } = family;
  const now = Date.now();
  const op = {
    op: makeUlid(now, randomFillSync(random)),
    sequence: family.sequence + 1,
    name: taps % 2 === 0 ? 'checkIn' : 'checkOut',
    args: friends[Math.floor(taps / 2) % friends.length],
    tappedAt: now,
    zone: 'Europe/Stockholm',
  };
  // So that an older checkout can be measured beside this one.
  const message = { protocol: OLDEST_PROTOCOL, household, device, cursor, deviceNow: now, ops: [op] };
  const body = await connection.post(calls.sync.path, family.token, JSON.stringify(message));
  const reply = JSON.parse(body) as SyncReply;
  if (!isTaken(reply, op.op, cursor)) throw new Error(`a tap had no effect: ${body}`);
  family.sequence = op.sequence;
  family.taps += 1;
  if (cursor !== null) family.cursor = reply.cursor;
}

/** A server with a feed must also return the changes that the tap made. */
function isTaken({ outcomes: [outcome], changes }: SyncReply, op: string, cursor: number | null): boolean {
  if (outcome?.op !== op || outcome.result !== 'done') return false;
  return cursor === null || (outcome.version > cursor && changes.length > 0);
}
