import type { Context, PreparedCommand } from '#domain/command.ts';
import { prepare } from '#domain/commands/catalogue.ts';
import type { Id } from '#domain/ids.ts';
import { placeTap } from '#domain/place-tap.ts';
import type { Refusal } from '#domain/protocol/refusal.ts';
import type { Op, SyncRequest } from '#domain/protocol/sync.ts';
import { isoTime } from '#domain/time.ts';

/** Binds an op to its rule. What is sent again has the times of its first sending; `isBehind`: later taps are known. */
export function prepareOp(
  op: Op,
  request: SyncRequest,
  { uid, receivedAt, e164 }: { uid: Id; receivedAt: number; e164: Context['e164'] },
  isBehind = false,
): PreparedCommand | Refusal {
  const { tappedAt, zone, estimate, again = { deviceNow: request.deviceNow, receivedAt } } = op;
  const first = Math.min(again.receivedAt, receivedAt);
  const { at, certainty } = placeTap({ tappedAt, deviceNow: again.deviceNow, receivedAt: first, estimate });
  return prepare(op.name, op.args, {
    op: op.op,
    actor: uid,
    device: request.device,
    at: isoTime(at),
    tappedAt: isoTime(tappedAt),
    receivedAt: isoTime(first),
    zone,
    certainty,
    ...(isBehind && { isBehind }),
    e164,
  });
}
