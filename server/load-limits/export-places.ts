import type { ServerResponse } from 'node:http';
import type { Id } from '#domain/ids.ts';
import { HOUR_MS } from '#domain/time.ts';
import { CallError } from '../http/call-error.ts';
import { MAX_CONCURRENT, PER_HOUSEHOLD, RETRY_AFTER, SLOW_READERS } from './limit-numbers.ts';

interface Place {
  household: Id;
  begunAt: number;
}

/** Slow readers must not block other households. */
export class ExportPlaces {
  /** Oldest first. */
  readonly #taken = new Map<ServerResponse, Place>();
  /** Start times of the last hour, in ms. */
  readonly #begun = new Map<Id, readonly number[]>();
  readonly #now: () => number;
  readonly #anHour: number;

  /** `now` is monotonic, in ms. Raising `OPS_PER_MINUTE` allows more exports. */
  constructor({ opsPerMinute }: { opsPerMinute: number }, now: () => number) {
    this.#now = now;
    this.#anHour = Math.max(PER_HOUSEHOLD.exportsAnHour, opsPerMinute / 60);
  }

  /**
   * Keeps the place until the response closes; the oldest may have to give way. Throws
   * 'too-many-requests', for a closed response too.
   */
  take(household: Id, response: ServerResponse): void {
    const now = this.#now();
    const [longest] = this.#taken;
    const isFull = this.#taken.size >= MAX_CONCURRENT.exports;
    const isOwn = [...this.#taken.values()].some((place) => place.household === household);
    const givesWay = longest !== undefined && now - longest[1].begunAt >= SLOW_READERS.keepExport;
    if (response.closed || isOwn || (isFull && !givesWay)) throw tooMany(RETRY_AFTER.export);
    this.#countBegun(household, now);
    if (isFull && longest) this.#giveUp(longest[0]);
    this.#taken.set(response, { household, begunAt: now });
    response.once('close', () => this.#taken.delete(response));
  }

  #giveUp(response: ServerResponse): void {
    this.#taken.delete(response);
    response.destroy();
  }

  #countBegun(household: Id, now: number): void {
    for (const [other, times] of this.#begun)
      if ((times.at(-1) ?? 0) <= now - HOUR_MS) this.#begun.delete(other);
    const recent = (this.#begun.get(household) ?? []).filter((time) => time > now - HOUR_MS);
    const [oldest = now] = recent;
    if (recent.length >= this.#anHour) throw tooMany(Math.ceil((oldest + HOUR_MS - now) / 1000));
    this.#begun.set(household, [...recent, now]);
  }
}

function tooMany(retryAfter: number): CallError {
  return new CallError('too-many-requests', { retryAfter });
}
