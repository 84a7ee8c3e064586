/** A list changes no sooner than this after a tap in it, and after a touch, in ms. */
const AFTER_TAP = 5000;
const AFTER_TOUCH = 1000;
/** A mouse or focus that rests in the list without moving holds it no longer than this, in ms. */
const LONGEST_REST = 10_000;

/** Tells if a list may change: a button that moved would lie under a thumb that is on its way. Times are in ms. */
export class Stillness {
  #tappedAt = Number.NEGATIVE_INFINITY;
  #touchedAt = Number.NEGATIVE_INFINITY;

  tap(now: number): void {
    this.#tappedAt = now;
    this.#touchedAt = now;
  }

  touch(now: number): void {
    this.#touchedAt = now;
  }

  /** Returns for how many ms the list does not change in any case; who is inside need not be asked before. */
  restIn(now: number): number {
    return Math.max(0, this.#tappedAt + AFTER_TAP - now, this.#touchedAt + AFTER_TOUCH - now);
  }

  /** `isInside`: a mouse or the keyboard focus is in the list at this moment. */
  isStill(now: number, isInside: boolean): boolean {
    const sinceTouch = now - this.#touchedAt;
    return this.restIn(now) === 0 && (!isInside || sinceTouch >= LONGEST_REST);
  }
}
