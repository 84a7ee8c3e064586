import { CallFailed } from '#client/data/port.ts';
import type { Refusal } from '#domain/protocol/refusal.ts';
import { OPS_PER_REQUEST, type SyncReply, type SyncRequest } from '#domain/protocol/sync.ts';

/**
 * How many taps travel together. A request that the server will never take is halved down to the one tap at fault,
 * which is refused, so that it holds up nothing behind it.
 */
export class Batch {
  size = OPS_PER_REQUEST;

  /** Out: the reply, or undefined where fewer taps are to be tried. Rejects as `ask` does, for every other failure. */
  async send(
    request: SyncRequest,
    ask: (request: SyncRequest) => Promise<SyncReply>,
  ): Promise<SyncReply | undefined> {
    try {
      const reply = await ask(request);
      this.size = Math.min(OPS_PER_REQUEST, this.size * 2);
      return reply;
    } catch (error) {
      const refusal = refusalFor(error);
      const [only, ...others] = request.ops;
      if (!refusal || !only) throw error;
      this.size = Math.ceil(request.ops.length / 2);
      if (others.length > 0) return undefined;
      // Only where the server takes the request without it is the tap at fault, and not something else in it.
      const reply = await ask({ ...request, ops: [] });
      return { ...reply, outcomes: [{ op: only.op, result: 'refused', refusal }] };
    }
  }
}

/** What the list of refused taps says of one that the server cannot take; undefined for a failure that may pass. */
function refusalFor(error: unknown): Refusal | undefined {
  if (!(error instanceof CallFailed)) return undefined;
  if (error.code === 'too-large') return { code: 'invalid-arguments', problem: 'long' };
  return error.code === 'invalid-request' ? { code: 'invalid-arguments' } : undefined;
}
