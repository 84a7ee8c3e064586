import type { ServerResponse } from 'node:http';
import type { Id } from '#domain/ids.ts';
import { HOUR_MS } from '#domain/time.ts';
import { CallError } from '../http/call-error.ts';
import { MAX_CONCURRENT, PER_HOUSEHOLD, RETRY_AFTER, SLOW_READERS } from './limit-numbers.ts';

interface Place {
  household: Id;
  begunAt: number;
}

/**
 * Slow readers must not block other households. `now` is monotonic, in ms. Raising `OPS_PER_MINUTE` allows more
 * exports.
 */
export function exportPlaces({ opsPerMinute }: { opsPerMinute: number }, now: () => number) {
  /** Oldest first. */
  const taken = new Map<ServerResponse, Place>();
  /** Start times of the last hour, in ms. */
  const begun = new Map<Id, readonly number[]>();
  const anHour = Math.max(PER_HOUSEHOLD.exportsAnHour, opsPerMinute / 60);

  function giveUp(response: ServerResponse): void {
    taken.delete(response);
    response.destroy();
  }

  function countBegun(household: Id, at: number): void {
    for (const [other, times] of begun) if ((times.at(-1) ?? 0) <= at - HOUR_MS) begun.delete(other);
    const recent = (begun.get(household) ?? []).filter((time) => time > at - HOUR_MS);
    const [oldest = at] = recent;
    if (recent.length >= anHour) throw tooMany(Math.ceil((oldest + HOUR_MS - at) / 1000));
    begun.set(household, [...recent, at]);
  }

  return {
    /**
     * Keeps the place until the response closes; the oldest may have to give way. Throws
     * 'too-many-requests', for a closed response too.
     */
    take(household: Id, response: ServerResponse): void {
      const at = now();
      const [longest] = taken;
      const isFull = taken.size >= MAX_CONCURRENT.exports;
      const isOwn = [...taken.values()].some((place) => place.household === household);
      const givesWay = longest !== undefined && at - longest[1].begunAt >= SLOW_READERS.keepExport;
      if (response.closed || isOwn || (isFull && !givesWay)) throw tooMany(RETRY_AFTER.export);
      countBegun(household, at);
      if (isFull && longest) giveUp(longest[0]);
      taken.set(response, { household, begunAt: at });
      response.once('close', () => taken.delete(response));
    },
  };
}

function tooMany(retryAfter: number): CallError {
  return new CallError('too-many-requests', { retryAfter });
}
