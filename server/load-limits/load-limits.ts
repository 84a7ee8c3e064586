import type { FastifyRequest } from 'fastify';
import type { Id } from '#domain/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { hashOf } from '../auth/core/sessions/secret.ts';
import type { Dependencies } from '../dependencies.ts';
import { emailKey } from '../email-key.ts';
import { CallError } from '../http/call-error.ts';
import type { RateLimit } from '../store/ports/store.ts';
import { addressGroups } from './address-groups.ts';
import { concurrencyLimit } from './concurrency-limit.ts';
import { exportPlaces } from './export-places.ts';
import { FairShare } from './fair-share.ts';
import { GcraCounters } from './gcra-counters.ts';
import { FACTORS, MAX_CONCURRENT, PER_HOUSEHOLD, RATE_LIMITS, RETRY_AFTER } from './limit-numbers.ts';
import { NoticeQuota } from './notice-quota.ts';

interface Counted {
  key: string;
  limit: RateLimit;
}

/**
 * Every limit on load, made once. The fields are in memory, for this process alone (decision 0025); the
 * methods that count attempts use the store (decision 0012), and throw 'too-many-requests' beyond a limit.
 */
export class LoadLimits {
  readonly fairShare: FairShare;
  readonly requestsOfSession = concurrencyLimit(MAX_CONCURRENT.ofSession, RETRY_AFTER.request);
  readonly requestsOfHousehold = concurrencyLimit(MAX_CONCURRENT.ofHousehold, RETRY_AFTER.request);
  readonly requestsOfLink = concurrencyLimit(MAX_CONCURRENT.ofLink, RETRY_AFTER.request);
  readonly linkStreamsOfAddress = concurrencyLimit(MAX_CONCURRENT.linkStreamsOfAddress, RETRY_AFTER.stream);
  readonly notices: NoticeQuota;
  readonly exports: ReturnType<typeof exportPlaces>;
  readonly #ops: readonly { limit: RateLimit; counts: GcraCounters }[];
  readonly #perAddress: RateLimit;
  readonly #deps: Dependencies;
  readonly #onGuessing: (request: FastifyRequest) => void;

  /** `onGuessing`: an address missed links too often. */
  constructor(deps: Dependencies, onGuessing: (request: FastifyRequest) => void) {
    const { config, monotonicNow } = deps;
    const { opsPerMinute, opsPerDay, signInsPerHour } = config;
    this.fairShare = new FairShare(config, monotonicNow);
    this.notices = new NoticeQuota(config.noticesPerDay);
    this.exports = exportPlaces(config, monotonicNow);
    const backlog = Math.floor(opsPerDay * PER_HOUSEHOLD.opsAtOnce);
    const rates = [
      { burst: Math.max(opsPerMinute, backlog), interval: MINUTE_MS / opsPerMinute },
      { burst: opsPerDay, interval: DAY_MS / opsPerDay },
    ];
    this.#ops = rates.map((limit) => ({ limit, counts: new GcraCounters() }));
    this.#perAddress = { burst: signInsPerHour, interval: Math.ceil(HOUR_MS / signInsPerHour) };
    this.#deps = deps;
    this.#onGuessing = onGuessing;
  }

  /** 0, or the ms to wait; then none is counted. */
  takeOps(household: Id, ops: number): number {
    if (ops === 0) return 0;
    const now = this.#deps.monotonicNow();
    const waits = this.#ops.map(({ limit, counts }) => counts.wait(household, ops, limit, now));
    // Sums of fractions of a millisecond may exceed a burst by less than one.
    const wait = Math.floor(Math.max(...waits));
    if (wait === 0) this.#addOps(household, ops, now);
    return wait;
  }

  refundOps(household: Id, ops: number): void {
    if (ops > 0) this.#addOps(household, -ops, this.#deps.monotonicNow());
  }

  #addOps(household: Id, ops: number, now: number): void {
    for (const { limit, counts } of this.#ops) counts.add(household, ops * limit.interval, now);
  }

  count(kind: string, who: string, limit: RateLimit): Promise<void> {
    return this.#take(keyOf(kind, who), limit);
  }

  /** False beyond the limit. */
  async admits(kind: string, who: string, limit: RateLimit): Promise<boolean> {
    return (await this.#waitFor(keyOf(kind, who), limit)) === 0;
  }

  /** For calls that sign in or lead to it. */
  countAddress(request: FastifyRequest): Promise<void> {
    return this.#takeAll(byAddress(request, 'address', '', this.#perAddress));
  }

  /**
   * For trusted browsers and sessions: only account holders can exhaust it; bounds hashing by many
   * accounts.
   */
  countTrustedAddress(request: FastifyRequest): Promise<void> {
    const limit = multiplied(this.#perAddress, FACTORS.trusted);
    return this.#takeAll(byAddress(request, 'known-address', '', limit));
  }

  /** A link or invitation that shows nothing. */
  countMissedLink(request: FastifyRequest): Promise<void> {
    return this.#takeAll(byAddress(request, 'missed-link', '', RATE_LIMITS.missedLinks)).catch((error) => {
      if (error instanceof CallError) this.#onGuessing(request);
      throw error;
    });
  }

  /**
   * Bounds hashing where no address is counted. Only the right password counts, so nobody else can exhaust
   * it.
   */
  countSuccess(uid: Id): Promise<void> {
    return this.#take(keyOf('entry', uid), this.#perAddress);
  }

  /**
   * `account`: an `accountKey`, existing or not. With a trusted browser's token hash only its limit counts.
   * The result: keys to reset after a success.
   */
  async countAttempt(request: FastifyRequest, account: string, trustedBrowser?: string): Promise<string[]> {
    if (trustedBrowser !== undefined) {
      const key = keyOf('known-device', trustedBrowser);
      await this.#take(key, RATE_LIMITS.passwords);
      return [key];
    }
    const of = ` ${account}`;
    const perSource = byAddress(request, 'guess', of, RATE_LIMITS.passwords);
    const underAttack = byAddress(request, 'strange-guess', of, RATE_LIMITS.passwordsUnderAttack);
    await this.#takeAll(perSource);
    const untrusted = await this.#waitFor(keyOf('account', account), RATE_LIMITS.untrustedPasswords);
    if (untrusted > 0) await this.#takeAll(underAttack);
    return [...perSource, ...underAttack].map(({ key }) => key);
  }

  async reset(counted: readonly string[]): Promise<void> {
    await Promise.all(counted.map((key) => this.#deps.store.resetAttempts(key)));
  }

  async #takeAll(counted: readonly Counted[]): Promise<void> {
    for (const { key, limit } of counted) await this.#take(key, limit);
  }

  async #take(key: string, limit: RateLimit): Promise<void> {
    const wait = await this.#waitFor(key, limit);
    if (wait > 0) throw new CallError('too-many-requests', { retryAfter: Math.ceil(wait / 1000) });
  }

  #waitFor(key: string, limit: RateLimit): Promise<number> {
    return this.#deps.store.attempt(key, this.#deps.now(), limit);
  }
}

function byAddress({ ip }: FastifyRequest, kind: string, who: string, limit: RateLimit): Counted[] {
  return addressGroups(ip).map(({ group, factor }) => ({
    key: keyOf(kind, `${group}${who}`),
    limit: multiplied(limit, factor),
  }));
}

function multiplied({ burst, interval }: RateLimit, factor: number): RateLimit {
  return { burst: burst * factor, interval: Math.ceil(interval / factor) };
}

export function accountKey(email: string): string {
  return hashOf(emailKey(email));
}

/** Hashed, so that no e-mail or address is stored in clear. */
export function keyOf(kind: string, who: string): string {
  return hashOf(`${kind} ${who}`);
}
