import { afterFrame } from '#client/ui/hooks/after-frame.ts';

/** The longest time from choosing a row to the finger that comes down on it, in ms. */
const AIM = 800;
/** A change this soon after a press, in ms, is its effect and no surprise. */
const EFFECT = 1000;

/** A row as it is drawn, in px of the screen. */
export interface Drawn<K> {
  key: K;
  /** The name of the button that checks in or out: if that becomes another one by itself, the row is as good as another. */
  does?: string | undefined;
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
  #before: { until: number; drawn: readonly Drawn<K>[]; isOfRows: boolean }[] = [];
  #action: { at: number; row: K | undefined } | undefined;

  /** Somebody pressed something, typed or used a key; `row`: on this one. */
  act(now: number, row?: K): void {
    this.#action = { at: now, row };
  }

  /** Notes the rows as they are drawn now, those that cover others last. */
  see(now: number, drawn: readonly Drawn<K>[]): void {
    this.#before = this.#before.filter(({ until }) => now - until < AIM);
    const [isOfRows, isOfToasts] = [this.#isSurprise(now, drawn, false), this.#isSurprise(now, drawn, true)];
    if (isOfRows || isOfToasts) this.#before.push({ until: now, drawn: this.#drawn, isOfRows });
    else if (this.#effect(now)) this.#rename(drawn);
    this.#drawn = drawn;
  }

  /**
   * True if another row lay at this point just before: a finger that comes down there now was aimed at that one. `key`: the
   * pressed row, which may lie beside the point, as browsers take a touch for the nearest control.
   */
  isMoved(now: number, x: number, y: number, key?: K): boolean {
    const row = key === undefined ? at(this.#drawn, x, y) : this.#drawn.find((one) => one.key === key);
    // A toast takes no press at first by itself.
    if (!row || row.floats) return false;
    const own = this.#effect(now)?.row;
    return this.#before.some(({ until, drawn: all, isOfRows }) => {
      // If a toast alone came or went, a row is another one only where the toast lay.
      const drawn = isOfRows ? all : all.filter(is(true));
      // Scrolled since by hand, or by the browser as the page grew: both places count.
      const places = [drawn, drawn.map((was) => scrolledTo(was, row.scrolled))];
      return now - until < AIM && places.some((rows) => isOther(at(rows, x, y), row, own));
    });
  }

  /** A button that one's own press made another one is as good as it was before an earlier surprise. */
  #rename(drawn: readonly Drawn<K>[]): void {
    const before = new Map(this.#drawn.map(({ key, does }) => [key, does]));
    const changed = drawn.filter(({ key, does }) => before.has(key) && before.get(key) !== does);
    const does = new Map(changed.map((row) => [row.key, row.does]));
    const renamed = (was: Drawn<K>) => (does.has(was.key) ? { ...was, does: does.get(was.key) } : was);
    for (const one of this.#before) one.drawn = one.drawn.map(renamed);
  }

  /** A press moves no rows by itself; what opens, closes or filters the lists does, and a tap shows a toast. */
  #isSurprise(now: number, drawn: readonly Drawn<K>[], floats: boolean): boolean {
    const effect = this.#effect(now);
    if (effect && (effect.row === undefined || floats)) return false;
    return !isSame(this.#drawn.filter(is(floats)), drawn.filter(is(floats)), effect?.row);
  }

  /** The latest action, as long as what changes is its effect. */
  #effect(now: number): { row: K | undefined } | undefined {
    return this.#action && now - this.#action.at < EFFECT ? this.#action : undefined;
  }
}

const is =
  (floats: boolean) =>
  (row: Drawn<unknown>): boolean =>
    row.floats === floats;

function isOther<K>(was: Drawn<K> | undefined, row: Drawn<K>, own: K | undefined): boolean {
  return was !== undefined && !isOne(was, row, own);
}

/** The same row, which does the same; that of one's own tap (`own`) may do another thing. */
function isOne<K>(was: Drawn<K>, row: Drawn<K>, own: K | undefined): boolean {
  return was.key === row.key && (was.does === row.does || row.key === own);
}

function scrolledTo<K>(row: Drawn<K>, scrolled: number): Drawn<K> {
  const by = row.floats ? 0 : row.scrolled - scrolled;
  return { ...row, top: row.top + by, bottom: row.bottom + by };
}

/** In one place of the page, also if that was scrolled. */
function isSame<K>(before: readonly Drawn<K>[], now: readonly Drawn<K>[], own: K | undefined): boolean {
  return (
    before.length === now.length &&
    before.every((was, i) => {
      const row = now[i];
      return (
        row &&
        isOne(was, row, own) &&
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

/** The length of the cue of a row that took no tap, in ms. */
const CUE = 600;

/** Rows of lists, the buttons at their ends (with an empty id), and toasts over them. */
const ROWS = '[data-row], [data-floats]';
const ENDS = '[data-row=""]';
const LAYOUT = ['class', 'style', 'hidden', 'open'];

/**
 * Stops a tap on a row if another row lay under the finger just before: it was aimed at that one. The press decides, and the
 * click must be of the same row. Key presses and clicks of screen readers name their row and always count. Returns a function
 * that removes the guard.
 */
export function guardMovedRows(): () => void {
  const rows = new MovedRows<Element>();
  let pressed: { row: Element | null; isMoved: boolean } | undefined;
  let opened: Element | null = null;
  const look = () => {
    const [now, modal] = [performance.now(), document.querySelector('dialog[open]')];
    // A dialog opens by somebody's act, be it the shortcut that opened the app, and rises with its rows.
    if (modal && modal !== opened) rows.act(now);
    opened = modal;
    rows.see(now, drawnRows(modal));
  };
  const later = afterFrame(look);
  const act = ({ target }: Event) => {
    const row = rowOf(target);
    // A finger that came down beside every control does nothing that could move a row.
    if (!row && !isControl(target)) return;
    rows.act(performance.now(), row && !row.matches(ENDS) ? row : undefined);
  };
  const press = (event: PointerEvent) => {
    look();
    const row = rowOf(event.target);
    const [now, { clientX, clientY }] = [performance.now(), event];
    pressed = { row, isMoved: row !== null && rows.isMoved(now, clientX, clientY, row) };
    act(event);
  };
  const click = (event: MouseEvent) => {
    const row = rowOf(event.target);
    const before = event.detail === 0 ? undefined : pressed;
    pressed = undefined;
    if (!before || !row || (!before.isMoved && before.row === row)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    row.animate({ backgroundColor: ['var(--notice-soft)', 'transparent'] }, CUE);
  };
  const changes = new MutationObserver(later.schedule);
  changes.observe(document.body, {
    ...{ subtree: true, childList: true, characterData: true },
    attributeFilter: LAYOUT,
  });
  const stop = new AbortController();
  const options = { capture: true, passive: true, signal: stop.signal };
  window.addEventListener('pointerdown', press, options);
  window.addEventListener('click', click, { capture: true, signal: stop.signal });
  for (const event of ['keydown', 'input']) window.addEventListener(event, act, options);
  // A toast rises: where it stands is known once it has risen.
  for (const event of ['scroll', 'resize', 'animationend'])
    window.addEventListener(event, later.schedule, options);
  look();
  return () => {
    stop.abort();
    changes.disconnect();
    later.cancel();
  };
}

function rowOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(ROWS) : null;
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a, summary, label, input, select') !== null;
}

/** The rows on the screen, in the order in which they cover each other; behind a modal none can be pressed. */
function drawnRows(modal: Element | null): Drawn<Element>[] {
  return [...document.querySelectorAll(ROWS)].flatMap((key) => {
    const floats = key.hasAttribute('data-floats');
    if (modal && !floats && !modal.contains(key)) return [];
    const { left, top, right, bottom } = key.getBoundingClientRect();
    const does = key.querySelector('[data-tap]')?.ariaLabel ?? undefined;
    return [{ key, does, floats, left, top, right, bottom, scrolled: floats ? 0 : scrolledBy(key, modal) }];
  });
}

function scrolledBy(row: Element, modal: Element | null): number {
  if (!modal) return window.scrollY;
  let scrolled = 0;
  for (let around = row.parentElement; around && around !== modal; around = around.parentElement)
    scrolled += around.scrollTop;
  return scrolled;
}
