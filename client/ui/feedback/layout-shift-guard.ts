import { afterFrame } from '#client/lib/after-frame.ts';

/** Longest time from choosing a row to touching it, in ms. */
const AIM = 800;
/** A change this soon after a press, in ms, is its effect and expected. */
const EFFECT = 1000;

/** In px of the screen. */
export interface Drawn<K> {
  key: K;
  /** Name of the check-in or check-out button; if it changes by itself, the row counts as another. */
  does?: string | undefined;
  /** Over the page; does not scroll with it. */
  floats: boolean;
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Scroll offset of its surroundings. */
  scrolled: number;
}

/** Remembers briefly which row was where. Times in ms. */
export class LayoutShiftGuard<K> {
  #drawn: readonly Drawn<K>[] = [];
  #before: { until: number; drawn: readonly Drawn<K>[]; isOfRows: boolean }[] = [];
  #action: { at: number; row: K | undefined } | undefined;

  /** A press, key or input; `row`: on this one. */
  act(now: number, row?: K): void {
    this.#action = { at: now, row };
  }

  /** Records the drawn rows; covering rows come last. */
  see(now: number, drawn: readonly Drawn<K>[]): void {
    this.#before = this.#before.filter(({ until }) => now - until < AIM);
    const [isOfRows, isOfToasts] = [this.#isSurprise(now, drawn, false), this.#isSurprise(now, drawn, true)];
    if (isOfRows || isOfToasts) this.#before.push({ until: now, drawn: this.#drawn, isOfRows });
    else if (this.#effect(now)) this.#rename(drawn);
    this.#drawn = drawn;
  }

  /** Another row was just here. `key`: the pressed row, since browsers snap touches to controls. */
  isMoved(now: number, x: number, y: number, key?: K): boolean {
    const row = key === undefined ? at(this.#drawn, x, y) : this.#drawn.find((one) => one.key === key);
    // A new toast takes no press by itself.
    if (!row || row.floats) return false;
    const own = this.#effect(now)?.row;
    return this.#before.some(({ until, drawn: all, isOfRows }) => {
      // If only a toast came or went, rows changed only where it was.
      const drawn = isOfRows ? all : all.filter(is(true));
      // Scrolled by hand, or by the browser as the page grew: both places count.
      const places = [drawn, drawn.map((was) => scrolledTo(was, row.scrolled))];
      return now - until < AIM && places.some((rows) => isOther(at(rows, x, y), row, own));
    });
  }

  /** The user's own press changed these buttons, so update earlier records. */
  #rename(drawn: readonly Drawn<K>[]): void {
    const before = new Map(this.#drawn.map(({ key, does }) => [key, does]));
    const changed = drawn.filter(({ key, does }) => before.has(key) && before.get(key) !== does);
    const does = new Map(changed.map((row) => [row.key, row.does]));
    const renamed = (was: Drawn<K>) => (does.has(was.key) ? { ...was, does: does.get(was.key) } : was);
    for (const one of this.#before) one.drawn = one.drawn.map(renamed);
  }

  /** A press on a row moves no rows; controls outside rows do, and a tap shows a toast. */
  #isSurprise(now: number, drawn: readonly Drawn<K>[], floats: boolean): boolean {
    const effect = this.#effect(now);
    if (effect && (effect.row === undefined || floats)) return false;
    return !isSame(this.#drawn.filter(is(floats)), drawn.filter(is(floats)), effect?.row);
  }

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

/** Same row and button; the user's own row (`own`) may have another button. */
function isOne<K>(was: Drawn<K>, row: Drawn<K>, own: K | undefined): boolean {
  return was.key === row.key && (was.does === row.does || row.key === own);
}

function scrolledTo<K>(row: Drawn<K>, scrolled: number): Drawn<K> {
  const by = row.floats ? 0 : row.scrolled - scrolled;
  return { ...row, top: row.top + by, bottom: row.bottom + by };
}

/** Compares places on the page, whatever the scroll offset. */
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

/** Cue on a row that took no tap, in ms. */
const CUE = 600;

/** List rows, the buttons at their ends (empty id), and toasts over them. */
const ROWS = '[data-row], [data-floats]';
const ENDS = '[data-row=""]';
const LAYOUT = ['class', 'style', 'hidden', 'open'];

/**
 * A tap counts only if no other row was just under the finger, and the click is on the pressed row. Keys and
 * screen readers always count.
 */
export function guardMistaps(): () => void {
  const rows = new LayoutShiftGuard<Element>();
  let pressed: { row: Element | null; isMoved: boolean } | undefined;
  let opened: Element | null = null;
  const look = () => {
    const [now, modal] = [performance.now(), document.querySelector('dialog[open]')];
    // Only users open dialogs, even by the app's shortcut; their rows rise with them.
    if (modal && modal !== opened) rows.act(now);
    opened = modal;
    rows.see(now, drawnRows(modal));
  };
  const later = afterFrame(look);
  const act = ({ target }: Event) => {
    const row = rowOf(target);
    // A touch beside every control cannot move a row.
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
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: LAYOUT,
  });
  const stop = new AbortController();
  const options = { capture: true, passive: true, signal: stop.signal };
  window.addEventListener('pointerdown', press, options);
  window.addEventListener('click', click, { capture: true, signal: stop.signal });
  for (const event of ['keydown', 'input']) window.addEventListener(event, act, options);
  // A toast's place is known once it has risen.
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

/** In the order of covering; behind a modal no row can be pressed. */
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
