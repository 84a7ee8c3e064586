import type { Context, Notice, PreparedCommand } from '#domain/command.ts';
import { prepare } from '#domain/commands/catalogue.ts';
import type { Id } from '#domain/ids.ts';
import { placeTap } from '#domain/place-tap.ts';
import type { Refusal } from '#domain/protocol/refusal.ts';
import type { Op, SyncRequest } from '#domain/protocol/sync.ts';
import { DAY_MS, isoTime, OFFLINE_DAYS } from '#domain/time.ts';

/** The sender of ops, and the server's knowledge beside the documents. Times in ms. */
export interface Sender extends Pick<Context, 'e164'> {
  uid: Id;
  receivedAt: number;
  noticeHoldMs: number;
  /** False if whoever hosts turned push off: no alert waits then. */
  hasPush: boolean;
  /** Returns the notice to queue; undefined beyond a cap. */
  admit: (notice: Notice) => Notice | undefined;
  /** Called when a rule crashed. */
  onCrash: (error: unknown, command: string) => void;
  /** A backup was restored lately: ops are kept, and those from before it find their place among them (decision 0046). */
  keepsLog: boolean;
}

/** An op with its place in time and order: what the rulebook needs beside the documents. */
export interface PlacedOp extends Omit<Context, 'e164'> {
  name: string;
  args: unknown;
}

/** Places an op in time. What is sent again after a restore has the times of its first sending. */
export function placeOp(
  op: Op,
  request: Pick<SyncRequest, 'device' | 'deviceNow'>,
  { uid, receivedAt }: Pick<Sender, 'uid' | 'receivedAt'>,
): PlacedOp {
  const { tappedAt, zone, estimate } = op;
  const sent = op.again?.sent ?? { deviceNow: request.deviceNow, receivedAt };
  const oldest = receivedAt - OFFLINE_DAYS * DAY_MS;
  const first = Math.max(Math.min(sent.receivedAt, receivedAt), oldest);
  const placed = placeTap({ tappedAt, deviceNow: sent.deviceNow, receivedAt: first, estimate });
  return {
    name: op.name,
    args: op.args,
    op: op.op,
    actor: uid,
    device: request.device,
    at: isoTime(placed.at),
    tappedAt: isoTime(tappedAt),
    receivedAt: isoTime(first),
    zone,
    // Nobody vouches for the times of a first sending that long ago.
    certainty: placed.at < oldest ? 'uncertain' : placed.certainty,
  };
}

/** Binds a placed op to its rule. */
export function prepareOp(
  { name, args, ...context }: PlacedOp,
  { e164 }: Pick<Sender, 'e164'>,
): PreparedCommand | Refusal {
  return prepare(name, args, { ...context, e164 });
}
