import { CallFailed } from '#client/data/errors.ts';
import type { Refusal } from '#domain/protocol/refusal.ts';
import { OPS_PER_REQUEST, type SyncReply, type SyncRequest } from '#domain/protocol/sync.ts';

/**
 * The number of taps per request. A request that the server rejects for good is halved (bisection) down to the one tap
 * at fault, which is refused, so it does not block the taps behind it.
 */
export class Batch {
  size = OPS_PER_REQUEST;

  /** Returns undefined if the request must be repeated with fewer taps. Otherwise rejects as `post` does. */
  async send(
    request: SyncRequest,
    post: (request: SyncRequest) => Promise<SyncReply>,
  ): Promise<SyncReply | undefined> {
    try {
      const reply = await post(request);
      this.size = Math.min(OPS_PER_REQUEST, this.size * 2);
      return reply;
    } catch (error) {
      const refusal = refusalFor(error);
      const [only, ...others] = request.ops;
      if (!refusal || !only) throw error;
      this.size = Math.ceil(request.ops.length / 2);
      if (others.length > 0) return undefined;
      // The tap is at fault only if the server accepts the request without it.
      const reply = await post({ ...request, ops: [] });
      return { ...reply, outcomes: [{ op: only.op, result: 'refused', refusal }] };
    }
  }
}

/** The refusal of a tap that the server can never accept; undefined for a temporary failure. */
function refusalFor(error: unknown): Refusal | undefined {
  if (!(error instanceof CallFailed)) return undefined;
  if (error.code === 'too-large') return { code: 'invalid-arguments', problem: 'long' };
  return error.code === 'invalid-request' ? { code: 'invalid-arguments' } : undefined;
}
