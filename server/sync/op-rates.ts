import type { Id } from '#domain/ids.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import type { Config } from '../config/config.ts';
import { Rates } from '../http/rates.ts';
import type { RateLimit } from '../store/ports/store.ts';

type Ops = readonly { op: Id }[];

/**
 * The ops that a household may send, in this process (docs/decisions/0025). A quarter of a day's share may come at once: a
 * phone that was away for months sends its taps as fast as the server takes them.
 */
export class OpRates {
  /** Each with its counts of households. */
  readonly #limits: readonly (RateLimit & { counts: Rates })[];

  constructor({ opsPerMinute, opsPerDay }: Pick<Config, 'opsPerMinute' | 'opsPerDay'>) {
    const backlog = Math.floor(opsPerDay / 4);
    this.#limits = [
      { burst: Math.max(opsPerMinute, backlog), interval: MINUTE_MS / opsPerMinute, counts: new Rates() },
      { burst: opsPerDay, interval: DAY_MS / opsPerDay, counts: new Rates() },
    ];
  }

  /** Counts the ops of a request at `now`. Returns 0, or the ms to wait if they are too many: then none is counted. */
  count(household: Id, { length }: Ops, now: number): number {
    if (length === 0) return 0;
    let longest = 0;
    for (const { burst, interval, counts } of this.#limits)
      longest = Math.max(longest, counts.left(household, now) + (length - burst) * interval);
    // Sums of fractions of a millisecond may exceed a burst by less than one.
    const wait = Math.floor(longest);
    if (wait === 0) this.#add(household, length, now);
    return wait;
  }

  /** Takes back the count of those ops of a request that got no outcome: they will be sent again. */
  settle(household: Id, ops: Ops, outcomes: Ops, now: number): void {
    if (outcomes.length === ops.length) return;
    const answered = new Set(outcomes.map(({ op }) => op));
    const left = ops.filter(({ op }) => !answered.has(op)).length;
    if (left > 0) this.#add(household, -left, now);
  }

  #add(household: Id, ops: number, now: number): void {
    for (const { interval, counts } of this.#limits) counts.add(household, ops * interval, now);
  }
}
