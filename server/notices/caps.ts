import type { Notice } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import { DAY_MS } from '#domain/time.ts';
import { Rates } from '../http/rates.ts';

/** Of a household's notices a day, the parts that one recipient gets: of that household, and of all households. */
const PART_OF_PAIR = 1 / 5;
const PART_OF_NUMBER = 2 / 5;
/** However many others send to a number, each household reaches it this far: nobody can silence another's notices. */
const PART_OF_ONE_FAMILY = 1 / 15;
/** A correction of a notice that may have been sent gets through longer than a first one. */
const CORRECTIONS = 2;
/** Taps are remembered as counted in lots of this many, the last two. */
const LOT = 5000;
/** Of counts, which are fractions. */
const ROUNDING = 1e-6;

/**
 * Caps what a household sends, and what one recipient gets, in any 24 hours: half of it at once, the other half spread over
 * the day. Counted in memory, so that a tap writes nothing more; a restart or another server counts anew.
 */
export class NoticeCaps {
  readonly #perDay: number;
  readonly #counts = new Rates();
  /** The taps whose first notice was counted: a transaction that was not kept asks again. */
  #counted = new Set<string>();
  #countedBefore: ReadonlySet<string> = new Set();

  constructor(perDay: number) {
    this.#perDay = perDay;
  }

  /** The number of keys that are counted, for tests. */
  get size(): number {
    return this.#counts.size;
  }

  /**
   * Counts a notice of a household at `now` (ms). Returns the notice to queue, which beyond a cap is none, or of a correction
   * one that only cancels what waits; cancelling and taking back always pass.
   */
  admit(household: Id, notice: Notice, now: number): Notice | undefined {
    const { kind, recipient } = notice;
    if (kind === 'cancelled' || kind === 'taken-back') return notice;
    const tap = `${household} ${notice.about}`;
    if (kind === 'first' && (this.#counted.has(tap) || this.#countedBefore.has(tap))) return notice;
    const isPhone = 'phone' in recipient;
    const to = isPhone ? `+${recipient.phone.replace(/\D/g, '')}` : recipient.userId;
    const pair = `${household} ${to}`;
    // A user id is free text: of two families it names two people.
    const number = isPhone ? to : pair;
    const factor = kind === 'corrected' ? CORRECTIONS : 1;
    const isWithin = (key: string, part: number, limit = part) =>
      this.#isWithin(key, limit * factor, part, now);
    const isAllowed =
      isWithin(household, 1) &&
      isWithin(pair, PART_OF_PAIR) &&
      (number === pair ||
        isWithin(number, PART_OF_NUMBER) ||
        isWithin(pair, PART_OF_PAIR, PART_OF_ONE_FAMILY));
    if (!isAllowed) return kind === 'corrected' ? { ...notice, kind: 'cancelled' } : undefined;
    if (kind === 'first') this.#remember(tap);
    this.#counts.add(household, this.#interval(1), now);
    this.#counts.add(pair, this.#interval(PART_OF_PAIR), now);
    if (number !== pair) this.#counts.add(number, this.#interval(PART_OF_NUMBER), now);
    return notice;
  }

  #remember(tap: string): void {
    if (this.#counted.size >= LOT) [this.#counted, this.#countedBefore] = [new Set(), this.#counted];
    this.#counted.add(tap);
  }

  /** Returns true if one more is within half of `limit`; what was counted wears off at the rate of `part`. */
  #isWithin(key: string, limit: number, part: number, now: number): boolean {
    const counted = this.#counts.left(key, now) / this.#interval(part);
    return counted + 1 <= Math.max(1, (this.#perDay * limit) / 2) + ROUNDING;
  }

  /** The ms in which one notice wears off. */
  #interval(part: number): number {
    return DAY_MS / ((this.#perDay * part) / 2);
  }
}
