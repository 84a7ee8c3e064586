/** The longest time from choosing a row to the finger that comes down on it, in ms. */
const AIM = 800;
/** A change this soon after a press, in ms, is its effect and no surprise. */
const EFFECT = 1000;

/** A row as it is drawn, in px of the screen. */
export interface Drawn<K> {
  key: K;
  /** It lies over the page and does not scroll with it. */
  floats: boolean;
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** The distance by which the page around it is scrolled. */
  scrolled: number;
}

/** Remembers for a moment which row was drawn where. Times are in ms. */
export class MovedRows<K> {
  #drawn: readonly Drawn<K>[] = [];
  #before: { until: number; drawn: readonly Drawn<K>[] }[] = [];
  #action: { at: number; isOnRow: boolean } | undefined;

  /** Somebody pressed something, typed or used a key. */
  act(now: number, isOnRow: boolean): void {
    this.#action = { at: now, isOnRow };
  }

  /** Notes the rows as they are drawn now, those that cover others last. */
  see(now: number, drawn: readonly Drawn<K>[]): void {
    this.#before = this.#before.filter(({ until }) => now - until < AIM);
    if (this.#isSurprise(now, drawn)) this.#before.push({ until: now, drawn: this.#drawn });
    this.#drawn = drawn;
  }

  /** True if another row lay at this point just before: a finger that comes down there now was aimed at that one. */
  isMoved(now: number, x: number, y: number): boolean {
    const row = at(this.#drawn, x, y);
    if (!row) return false;
    return this.#before.some(({ until, drawn }) => {
      // Scrolled since by hand, or by the browser as the page grew: both places count.
      const places = [drawn, drawn.map((was) => scrolledTo(was, row.scrolled))];
      return now - until < AIM && places.some((rows) => isOther(at(rows, x, y), row));
    });
  }

  /** A press moves no rows by itself; what opens, closes or filters the lists does, and a tap shows a toast. */
  #isSurprise(now: number, drawn: readonly Drawn<K>[]): boolean {
    const { at: actedAt, isOnRow } = this.#action ?? { at: Number.NEGATIVE_INFINITY, isOnRow: false };
    const isEffect = now - actedAt < EFFECT;
    return [true, false]
      .filter((floats) => !isEffect || (isOnRow && !floats))
      .some((floats) => !isSame(this.#drawn.filter(is(floats)), drawn.filter(is(floats))));
  }
}

const is =
  (floats: boolean) =>
  (row: Drawn<unknown>): boolean =>
    row.floats === floats;

/** One toast in the place of another is the answer to one's own tap. */
function isOther(was: Drawn<unknown> | undefined, row: Drawn<unknown>): boolean {
  return was !== undefined && was.key !== row.key && !(was.floats && row.floats);
}

function scrolledTo<K>(row: Drawn<K>, scrolled: number): Drawn<K> {
  const by = row.floats ? 0 : row.scrolled - scrolled;
  return { ...row, top: row.top + by, bottom: row.bottom + by };
}

/** In one place of the page, also if that was scrolled. */
function isSame<K>(before: readonly Drawn<K>[], now: readonly Drawn<K>[]): boolean {
  return (
    before.length === now.length &&
    before.every((was, i) => {
      const row = now[i];
      return (
        row?.key === was.key &&
        isNear(row.left, was.left) &&
        isNear(row.top + row.scrolled, was.top + was.scrolled) &&
        isNear(row.bottom + row.scrolled, was.bottom + was.scrolled)
      );
    })
  );
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1;
}

function at<K>(drawn: readonly Drawn<K>[], x: number, y: number): Drawn<K> | undefined {
  return drawn.findLast(({ left, top, right, bottom }) => left <= x && x < right && top <= y && y < bottom);
}
