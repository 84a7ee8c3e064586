import type { Context, PreparedCommand } from '#domain/command.ts';
import { prepare } from '#domain/commands/catalogue.ts';
import type { Id } from '#domain/ids.ts';
import { placeTap } from '#domain/place-tap.ts';
import type { Refusal } from '#domain/protocol/refusal.ts';
import type { Op, SyncRequest } from '#domain/protocol/sync.ts';
import { DAY_MS, isoTime, OFFLINE_DAYS } from '#domain/time.ts';

/** The sender of an op, and what the server knows beside the documents. Times in ms. */
export interface OpSender extends Pick<Context, 'e164'> {
  uid: Id;
  receivedAt: number;
  isNumberRefused: (phone: string) => boolean;
}

/** Binds an op to its rule. What is sent again has the times of its first sending; `isBehind`: later taps are known. */
export function prepareOp(
  op: Op,
  request: SyncRequest,
  { uid, receivedAt, e164, isNumberRefused }: OpSender,
  isBehind = false,
): PreparedCommand | Refusal {
  const { tappedAt, zone, estimate, again = { deviceNow: request.deviceNow, receivedAt } } = op;
  const oldest = receivedAt - OFFLINE_DAYS * DAY_MS;
  const first = Math.max(Math.min(again.receivedAt, receivedAt), oldest);
  const placed = placeTap({ tappedAt, deviceNow: again.deviceNow, receivedAt: first, estimate });
  return prepare(op.name, op.args, {
    op: op.op,
    actor: uid,
    device: request.device,
    at: isoTime(placed.at),
    tappedAt: isoTime(tappedAt),
    receivedAt: isoTime(first),
    zone,
    // Nobody vouches for the times of a first sending that long ago.
    certainty: placed.at < oldest ? 'uncertain' : placed.certainty,
    ...(isBehind && { isBehind }),
    e164,
    refusesLinks: isNumberRefused,
  });
}
