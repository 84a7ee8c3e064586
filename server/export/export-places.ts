import type { ServerResponse } from 'node:http';
import type { Id } from '#domain/ids.ts';
import { HOUR_MS } from '#domain/time.ts';
import { CallError } from '../http/call-error.ts';
import { AT_ONCE, EXPORTS_AN_HOUR } from '../limits.ts';

/** A slow reader keeps its place for so long, in ms; after that it gives way to somebody who waits. */
const KEPT_MS = 60_000;
/** Retry-After of a refusal, in seconds. */
const RETRY_AFTER = 10;

interface Place {
  household: Id;
  begunAt: number;
}

/**
 * Limits how many exports are in the making, of each household and in all, and how many a household begins in an hour: three
 * readers that are slow on purpose keep nobody else from theirs.
 */
export class ExportPlaces {
  /** The longest taken comes first. */
  readonly #taken = new Map<ServerResponse, Place>();
  /** By household when its exports of the last hour began, in ms. */
  readonly #begun = new Map<Id, readonly number[]>();
  readonly #now: () => number;
  readonly #anHour: number;

  /** `now` is a monotonic clock in ms. A host who raises `OPS_PER_MINUTE` lets families take more files. */
  constructor({ opsPerMinute }: { opsPerMinute: number }, now: () => number) {
    this.#now = now;
    this.#anHour = Math.max(EXPORTS_AN_HOUR, opsPerMinute / 60);
  }

  /**
   * Takes a place until the response has been sent or its connection is gone; the one that is kept longest may have to go.
   * Throws 'too-many-requests', to nobody if the connection is gone already.
   */
  take(household: Id, response: ServerResponse): void {
    const now = this.#now();
    const [longest] = this.#taken;
    const isFull = this.#taken.size >= AT_ONCE.exports;
    const isOwn = [...this.#taken.values()].some((place) => place.household === household);
    const givesWay = longest !== undefined && now - longest[1].begunAt >= KEPT_MS;
    if (response.closed || isOwn || (isFull && !givesWay)) throw tooMany(RETRY_AFTER);
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
