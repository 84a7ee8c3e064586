import type { Clock } from '#client/data/network/clock.ts';
import type { Meta, Queued } from '#client/data/storage/records.ts';
import { type Account, PROTOCOL } from '#domain/protocol/calls.ts';
import type { Op, SyncRequest } from '#domain/protocol/sync.ts';

/** What a phone sends: these taps, and where it stands. In: the moment of asking, in ms of steady time. */
export function requestOf(
  { household }: Account,
  { device, cursor, history }: Pick<Meta, 'device' | 'cursor' | 'history'>,
  unsent: readonly Queued[],
  now: number,
  clock: Clock,
): SyncRequest {
  // Taps go first: a page of old visits never holds up a new one.
  const asksHistory = history !== null && cursor !== null && unsent.length === 0;
  return {
    protocol: PROTOCOL,
    household,
    device,
    cursor,
    ...(asksHistory ? { history } : {}),
    deviceNow: asClock(now),
    ops: unsent.map((tap) => opOf(tap, clock)),
  };
}

function opOf(tap: Queued, clock: Clock): Op {
  const { op, sequence, name, args, zone } = tap;
  return { op, sequence, name, args, tappedAt: asClock(clock.timeOf(tap)), zone };
}

/** As the protocol takes it: a whole number that is not negative. */
function asClock(ms: number): number {
  return Math.max(0, Math.round(ms));
}
