import type { Meta, QueuedTap } from '#client/data/device/records.ts';
import type { Estimate } from '#domain/place-tap.ts';
import { type Account, PROTOCOL } from '#domain/protocol/calls.ts';
import type { Op, SyncRequest } from '#domain/protocol/sync.ts';
import type { Clock } from './clock.ts';

/** Builds a sync request from these taps and the device's position; `now` is steady time, in ms. */
export function syncRequest(
  { household }: Account,
  { device, cursor, epoch, history }: Pick<Meta, 'device' | 'cursor' | 'epoch' | 'history'>,
  unsent: readonly QueuedTap[],
  now: number,
  clock: Clock,
): SyncRequest {
  // Taps have priority over the history backfill.
  const wantsHistory = history !== null && cursor !== null && unsent.length === 0;
  return {
    protocol: PROTOCOL,
    household,
    device,
    cursor,
    ...(epoch !== undefined && { epoch }),
    ...(wantsHistory ? { history } : {}),
    deviceNow: wireTime(now),
    ops: unsent.map((tap) => opOf(tap, clock)),
  };
}

function opOf(tap: QueuedTap, clock: Clock): Op {
  const { op, sequence, name, args, zone, sent, again } = tap;
  const common = { op, sequence, name, args, zone, ...(again && { again: {} }) };
  if (!sent || !again) return { ...common, ...placeOf(wireTime(clock.timeOf(tap)), clock.estimateOf(tap)) };
  const { tappedAt, estimate, ...first } = sent;
  return { ...common, ...placeOf(tappedAt, estimate), again: { sent: first } };
}

function placeOf(tappedAt: number, estimate: Estimate | undefined): Pick<Op, 'tappedAt' | 'estimate'> {
  return estimate ? { tappedAt, estimate } : { tappedAt };
}

/** The protocol requires a non-negative integer. */
function wireTime(ms: number): number {
  return Math.max(0, Math.round(ms));
}
