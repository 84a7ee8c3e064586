import type { Batch } from '#client/data/network/batch.ts';
import { call } from '#client/data/network/calls.ts';
import type { Clock } from '#client/data/network/clock.ts';
import type { Copy } from '#client/data/state/state.ts';
import { land } from '#client/data/storage/apply-reply.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { SyncReply, SyncRequest } from '#domain/protocol/sync.ts';
import type { Environment } from './environment.ts';
import type { Storeroom } from './local-store.ts';
import type { LastResort } from './storage-fallback.ts';
import { requestOf } from './sync-request.ts';

/** What one household talks to its server with. */
export interface Exchanging {
  environment: Environment;
  account: Account;
  copy: Copy;
  storeroom: Storeroom;
  batch: Batch;
  clock: Clock;
  lastResort: LastResort;
}

/**
 * One request to the server and the landing of its reply. Out: whether to ask again at once, for more changes, unsent
 * taps or older history. Rejects with CallFailed, or with what storage failed with.
 */
export async function exchange(parts: Exchanging): Promise<boolean> {
  const { environment, account, copy, storeroom, batch, clock, lastResort } = parts;
  try {
    await storeroom.refresh();
    lastResort.rest();
  } catch (error) {
    if (storeroom.isClosed || !lastResort.isDue()) throw error;
    return lastResort.send(parts);
  }
  const { meta } = copy;
  if (!meta || storeroom.isClosed) return false;
  // Taps from before and after a doubtful moment wait until the server's clock has told what happened.
  const unsent = clock.isInDoubt ? [] : copy.unsent.slice(0, batch.size);
  const asked = clock.begin();
  const request = requestOf(account, meta, unsent, asked.at, clock);
  const reply = await batch.send(request, (one) => call(environment, 'sync', one));
  if (storeroom.isClosed) return false;
  if (!reply) return true;
  const skew = Math.round(clock.learn(asked, reply.serverNow));
  if (!(await storeroom.land(land, reply, skew))) return true;
  copy.noteContact({ locked: false, offline: false, failed: false, mismatch: undefined });
  const isMore = reply.more || copy.unsent.length > 0 || copy.meta?.history != null;
  const hasWaited = unsent.length === 0 && copy.unsent.length > 0;
  if (isMore && !hasWaited && !movesOn(request, reply))
    throw new Error('the server answers, and nothing moves');
  return isMore;
}

/** Guards against asking for ever: an outcome, a higher cursor or another page of history has to come. */
function movesOn({ cursor, history }: SyncRequest, reply: SyncReply): boolean {
  // A tap that is turned away waits on: nothing has moved.
  const isAnswered = reply.outcomes.some(
    (one) => one.result === 'done' || one.refusal.code !== 'out-of-order',
  );
  const isOlder = reply.history === null || reply.history?.path !== history?.path;
  return isAnswered || reply.cursor > (cursor ?? -1) || (reply.history !== undefined && isOlder);
}
