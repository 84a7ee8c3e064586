/** A list changes no sooner than this after a tap in it, and after the first change that it does not show yet, in ms. */
const IDLE = 5000;
/** The same after a touch. */
const AFTER_TOUCH = 1000;
/** A mouse or focus that rests in the list without moving holds it no longer than this, in ms. */
const LONGEST_REST = 10_000;

/** Tells if a list may change: a button that moved would lie under a thumb that is on its way. Times are in ms. */
export class Stillness {
  #tappedAt = Number.NEGATIVE_INFINITY;
  #touchedAt = Number.NEGATIVE_INFINITY;
  #changedAt = Number.NEGATIVE_INFINITY;
  #isBehind = false;

  tap(now: number): void {
    this.#tappedAt = now;
    this.#touchedAt = now;
  }

  touch(now: number): void {
    this.#touchedAt = now;
  }

  /** Something changed, by whomever, that the list does not show. Later changes come along with the first. */
  change(now: number): void {
    if (!this.#isBehind) this.#changedAt = now;
    this.#isBehind = true;
  }

  /** The list shows everything. */
  follow(): void {
    this.#isBehind = false;
  }

  /** Returns for how many ms the list does not change in any case; who is inside need not be asked before. */
  restIn(now: number): number {
    const tapOrChange = Math.max(this.#tappedAt, this.#changedAt);
    return Math.max(0, tapOrChange + IDLE - now, this.#touchedAt + AFTER_TOUCH - now);
  }

  /** `isInside`: a mouse or the keyboard focus is in the list at this moment. */
  isStill(now: number, isInside: boolean): boolean {
    const sinceTouch = now - this.#touchedAt;
    return this.restIn(now) === 0 && (!isInside || sinceTouch >= LONGEST_REST);
  }
}
