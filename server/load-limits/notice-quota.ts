import type { Notice } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import { DAY_MS } from '#domain/time.ts';
import { GcraCounters } from './gcra-counters.ts';
import { PER_HOUSEHOLD } from './limit-numbers.ts';

const { notices: NOTICES } = PER_HOUSEHOLD;

/** Bounds each of two sets of counted taps. */
const LOT = 5000;
/** Counts are fractions. */
const ROUNDING = 1e-6;

/**
 * In 24 hours: half at once, half spread over the day. In memory, so a tap writes nothing more;
 * each process counts for itself.
 */
export class NoticeQuota {
  readonly #perDay: number;
  readonly #counts = new GcraCounters();
  /** A rolled-back transaction asks again for its taps. */
  #counted = new Set<string>();
  #countedBefore: ReadonlySet<string> = new Set();

  constructor(perDay: number) {
    this.#perDay = perDay;
  }

  /** For tests. */
  get size(): number {
    return this.#counts.size;
  }

  /**
   * `now` in ms. Beyond the quota a correction only cancels the queued notice; cancelling and
   * taking back always pass.
   */
  admit(household: Id, notice: Notice, now: number): Notice | undefined {
    const { kind, recipient } = notice;
    if (kind === 'cancelled' || kind === 'taken-back') return notice;
    const tap = `${household} ${notice.about}`;
    if (kind === 'first' && (this.#counted.has(tap) || this.#countedBefore.has(tap))) return notice;
    const isPhone = 'phone' in recipient;
    const to = isPhone ? `+${recipient.phone.replace(/\D/g, '')}` : recipient.userId;
    const pair = `${household} ${to}`;
    // A user id is free text: in two families it names two people.
    const number = isPhone ? to : pair;
    const factor = kind === 'corrected' ? NOTICES.correctionFactor : 1;
    const isWithin = (key: string, part: number, limit = part) =>
      this.#isWithin(key, limit * factor, part, now);
    const isAllowed =
      isWithin(household, 1) &&
      isWithin(pair, NOTICES.ofPair) &&
      (number === pair ||
        isWithin(number, NOTICES.ofNumber) ||
        isWithin(pair, NOTICES.ofPair, NOTICES.ofOneFamily));
    if (!isAllowed) return kind === 'corrected' ? { ...notice, kind: 'cancelled' } : undefined;
    if (kind === 'first') this.#remember(tap);
    this.#counts.add(household, this.#interval(1), now);
    this.#counts.add(pair, this.#interval(NOTICES.ofPair), now);
    if (number !== pair) this.#counts.add(number, this.#interval(NOTICES.ofNumber), now);
    return notice;
  }

  #remember(tap: string): void {
    if (this.#counted.size >= LOT) [this.#counted, this.#countedBefore] = [new Set(), this.#counted];
    this.#counted.add(tap);
  }

  /** Counts wear off at the rate of `part`. */
  #isWithin(key: string, limit: number, part: number, now: number): boolean {
    const [burst, interval] = [Math.max(1, this.#atOnce(limit)), this.#interval(part)];
    return this.#counts.wait(key, 1, { burst, interval }, now) <= ROUNDING * interval;
  }

  #atOnce(part: number): number {
    return this.#perDay * part * NOTICES.atOnce;
  }

  /** In ms, until one notice wears off. */
  #interval(part: number): number {
    return DAY_MS / this.#atOnce(part);
  }
}
