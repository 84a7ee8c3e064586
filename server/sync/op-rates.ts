import type { Id } from '#domain/ids.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import type { Config } from '../config/config.ts';
import type { RateLimit } from '../store/ports/store.ts';

type Ops = readonly { op: Id }[];

/**
 * The ops that a household may send, in this process (docs/decisions/0025). A quarter of a day's share may come at once: a
 * phone that was away for months sends its taps as fast as the server takes them.
 */
export class OpRates {
  readonly #limits: readonly RateLimit[];
  /** The time at which each limit of a household is available in full again, in ms of a monotonic clock. */
  readonly #fullAt = new Map<Id, readonly number[]>();
  #sweptAt = 0;

  constructor({ opsPerMinute, opsPerDay }: Pick<Config, 'opsPerMinute' | 'opsPerDay'>) {
    const backlog = Math.floor(opsPerDay / 4);
    this.#limits = [
      { burst: Math.max(opsPerMinute, backlog), interval: MINUTE_MS / opsPerMinute },
      { burst: opsPerDay, interval: DAY_MS / opsPerDay },
    ];
  }

  /** Counts the ops of a request at `now`. Returns 0, or the ms to wait if they are too many: then none is counted. */
  count(household: Id, all: Ops, now: number): number {
    if (all.length === 0) return 0;
    this.#forgetIdle(now);
    const ops = all.length;
    const known = this.#fullAt.get(household);
    const next = this.#limits.map(
      ({ interval }, index) => Math.max(known?.[index] ?? now, now) + ops * interval,
    );
    const waits = this.#limits.map(
      ({ burst, interval }, index) => (next[index] ?? now) - now - burst * interval,
    );
    // Sums of fractions of a millisecond may exceed a burst by less than one.
    const wait = Math.floor(Math.max(0, ...waits));
    if (wait === 0) this.#fullAt.set(household, next);
    return wait;
  }

  /** Takes back the count of those ops of a request that got no outcome: they will be sent again. */
  settle(household: Id, ops: Ops, outcomes: Ops): void {
    const answered = new Set(outcomes.map(({ op }) => op));
    const left = ops.filter(({ op }) => !answered.has(op)).length;
    const fullAt = this.#fullAt.get(household);
    if (left === 0 || !fullAt) return;
    this.#fullAt.set(
      household,
      this.#limits.map(({ interval }, index) => (fullAt[index] ?? 0) - left * interval),
    );
  }

  /** Drops, once a minute, the households whose limits are available in full. */
  #forgetIdle(now: number): void {
    if (now - this.#sweptAt < MINUTE_MS) return;
    this.#sweptAt = now;
    for (const [household, fullAt] of this.#fullAt) {
      if (fullAt.every((time) => time <= now)) this.#fullAt.delete(household);
    }
  }
}
