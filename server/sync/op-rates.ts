import type { Id } from '#domain/ids.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import type { Config } from '../config/config.ts';
import type { RateLimit } from '../store/port.ts';
import type { Applied } from './apply-ops.ts';

/** The waiting ops that are remembered as counted. */
const REMEMBERED = 10_000;

type Ops = readonly { op: Id }[];

/**
 * The ops that a household may send, in this process (docs/decisions/0025). A quarter of a day's share may come at once: a
 * phone that was away for months sends its taps as fast as the server takes them.
 */
export class OpRates {
  readonly #limits: readonly RateLimit[];
  /** The time at which each limit of a household is available in full again, in ms since 1970. */
  readonly #fullAt = new Map<Id, readonly number[]>();
  /** The ops that were counted and wait, after a restored backup, for a higher version of the household than this; latest last. */
  readonly #waiting = new Map<string, number>();
  #sweptAt = 0;

  constructor({ opsPerMinute, opsPerDay }: Pick<Config, 'opsPerMinute' | 'opsPerDay'>) {
    const backlog = Math.floor(opsPerDay / 4);
    this.#limits = [
      { burst: Math.max(opsPerMinute, backlog), interval: MINUTE_MS / opsPerMinute },
      { burst: opsPerDay, interval: DAY_MS / opsPerDay },
    ];
  }

  /** Counts the ops of a request. Returns 0, or the ms to wait if they are too many: then none is counted. */
  count(household: Id, all: Ops, now: number): number {
    if (all.length === 0) return 0;
    this.#forgetIdle(now);
    const ops = this.#newOf(household, all).length;
    const known = this.#fullAt.get(household);
    const next = this.#limits.map(({ burst, interval }, index) => {
      // A clock that was set back must not leave a household waiting for it.
      const fullAt = Math.min(known?.[index] ?? now, now + burst * interval);
      return Math.max(fullAt, now) + ops * interval;
    });
    const waits = this.#limits.map(
      ({ burst, interval }, index) => (next[index] ?? now) - now - burst * interval,
    );
    // Sums of fractions of a millisecond may exceed a burst by less than one.
    const wait = Math.floor(Math.max(0, ...waits));
    if (wait === 0) this.#fullAt.set(household, next);
    return wait;
  }

  /**
   * Takes back the count of those ops of a request that were not looked at: they will be sent again. One that waits counts again
   * if it is sent again in vain.
   */
  settle(household: Id, ops: Ops, { outcomes, held }: Pick<Applied, 'outcomes' | 'held'>): void {
    if (ops.length === 0 || (outcomes.length === ops.length && this.#waiting.size === 0)) return;
    const answered = new Set(outcomes.map(({ op }) => op));
    for (const op of answered) this.#waiting.delete(`${household} ${op}`);
    const left = this.#newOf(household, ops).filter(({ op }) => !answered.has(op) && op !== held?.op);
    const key = `${household} ${held?.op}`;
    const inVain = held && this.#waiting.get(key) === held.version ? 1 : 0;
    const fullAt = this.#fullAt.get(household) ?? this.#limits.map(() => 0);
    const tooMuch = left.length - inVain;
    const next = this.#limits.map(({ interval }, index) => (fullAt[index] ?? 0) - tooMuch * interval);
    this.#fullAt.set(household, next);
    if (!held) return;
    this.#waiting.set(key, held.version);
    const [oldest] = this.#waiting.keys();
    if (this.#waiting.size > REMEMBERED && oldest !== undefined) this.#waiting.delete(oldest);
  }

  /** The ops that were not counted before. */
  #newOf(household: Id, ops: Ops): Ops {
    return this.#waiting.size === 0 ? ops : ops.filter(({ op }) => !this.#waiting.has(`${household} ${op}`));
  }

  /** Drops, once a minute, the households whose limits are available in full. */
  #forgetIdle(now: number): void {
    if (Math.abs(now - this.#sweptAt) < MINUTE_MS) return;
    this.#sweptAt = now;
    for (const [household, fullAt] of this.#fullAt) {
      if (fullAt.every((time) => time <= now)) this.#fullAt.delete(household);
    }
  }
}
