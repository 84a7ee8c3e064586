import { createContext, startTransition } from 'react';
import { isModalOpen } from '#client/ui/dialogs/modals.ts';
import { keepFocus } from './keep-focus.ts';

/** The interval in which a change held by a mouse or focus that rests is tried again, in ms. */
const RETRY = 250;
/** The length of the fade, in ms; as `--calm` in the tokens. */
const FADE = 220;

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
  #hasQuestion = false;

  tap(now: number): void {
    this.#tappedAt = now;
    this.#touchedAt = now;
  }

  touch(now: number): void {
    this.#touchedAt = now;
  }

  /**
   * Something changed, by whomever, that the list does not show. Later changes come along with the first, and all with a
   * question (`isQuestion`), which waits only until the hand rests: somebody waits for its answer.
   */
  change(now: number, isQuestion = false): void {
    this.#hasQuestion ||= isQuestion;
    if (this.#hasQuestion) this.#changedAt = Number.NEGATIVE_INFINITY;
    else if (!this.#isBehind) this.#changedAt = now;
    this.#isBehind = true;
  }

  /** The list shows everything. */
  follow(): void {
    this.#isBehind = false;
    this.#hasQuestion = false;
  }

  /** Returns for how many ms the list does not change in any case; who is inside need not be asked before. */
  restIn(now: number): number {
    const tapOrChange = Math.max(this.#tappedAt, this.#changedAt);
    return Math.max(0, tapOrChange + IDLE - now, this.#touchedAt + AFTER_TOUCH - now);
  }

  /** `isInside`: a mouse or the keyboard focus is in the list at this moment. */
  isStill(now: number, isInside: boolean): boolean {
    const sinceTouch = now - this.#touchedAt;
    return this.restIn(now) === 0 && (!isInside || this.#hasQuestion || sinceTouch >= LONGEST_REST);
  }
}

/** A value that the page shows later than it is known. */
interface Held {
  /** Rows that left fade away, marked with `data-gone`, before the lists change. */
  fade?: () => void;
  isQuestion?: boolean | undefined;
  show(): void;
}

/** Holds back all that would move the rows of a page, or of a dialog, under a finger. All of it changes at once. */
export class StillLists {
  readonly #stillness = new Stillness();
  readonly #held = new Map<object, Held>();
  readonly #tapped = new Set<string>();
  readonly #ofPage: StillLists | undefined;
  #area: HTMLElement | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `ofPage`: the lists of the page below, of lists in a dialog. */
  constructor(ofPage?: StillLists) {
    this.#ofPage = ofPage;
  }

  /** Takes the element around the lists; without one there are no rows, and nothing is held. Returns the cleanup. */
  attach(area: HTMLElement): () => void {
    this.#area = area;
    const stop = listen(area, this.#stillness, (row) => this.#noteTap(row));
    return () => {
      stop();
      this.#area = undefined;
      this.#change();
    };
  }

  /** Holds a value until the lists are still. `key` tells the values apart. */
  hold(key: object, value: Held): void {
    this.#held.set(key, value);
    this.#stillness.change(performance.now(), value.isQuestion);
    clearTimeout(this.#timer);
    this.#tryToShow();
  }

  /** The page shows the value already. */
  drop(key: object): void {
    if (this.#held.delete(key) && this.#held.size === 0) this.#take();
  }

  /** Shows everything now: somebody asked for it. */
  release(): void {
    this.#change();
  }

  /** True if a button of the row with this id (`data-row`) was pressed, here or in a dialog, since the lists changed: its change is no news. */
  wasTapped(row: string): boolean {
    return this.#tapped.has(row);
  }

  #noteTap(row: string): void {
    this.#tapped.add(row);
    if (this.#ofPage) this.#ofPage.#noteTap(row);
  }

  #tryToShow(): void {
    const now = performance.now();
    const rest = this.#stillness.restIn(now);
    const isStill = () => this.#stillness.isStill(now, isInside(this.#area));
    // Asking who is inside looks at the whole list, so it is left to the end of the rest.
    if (!this.#mayBePressed() || (rest === 0 && isStill())) this.#change();
    else this.#timer = setTimeout(() => this.#tryToShow(), rest || RETRY);
  }

  /** Behind a modal, and on a hidden page, no finger is on its way to a row. */
  #mayBePressed(): boolean {
    const isCovered = !this.#ofPage && isModalOpen();
    return this.#area !== undefined && !isCovered && document.visibilityState === 'visible';
  }

  /** Changes that come while rows fade are held for the next time. */
  #change(): void {
    const held = this.#take();
    const tapped = [...this.#tapped];
    const show = () => {
      for (const row of tapped) this.#tapped.delete(row);
      keepFocusIn(this.#area);
      startTransition(() => {
        for (const one of held) one.show();
      });
    };
    if (this.#area?.querySelector('[data-gone]')) {
      for (const { fade } of held) fade?.();
      setTimeout(show, window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : FADE);
    } else show();
  }

  #take(): readonly Held[] {
    const held = [...this.#held.values()];
    this.#held.clear();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#stillness.follow();
    return held;
  }
}

/** The lists of the page; a dialog has its own. */
export const StillListsContext = createContext(new StillLists());

/** Notes taps on controls with `data-moves`, and everything else that a hand does in the area. Returns the cleanup. */
function listen(area: HTMLElement, stillness: Stillness, onTap: (row: string) => void): () => void {
  const stop = new AbortController();
  const passive = { passive: true, signal: stop.signal };
  const touch = () => stillness.touch(performance.now());
  // Anywhere: what the press of another control moves is not taken for what others move (`guardMovedRows`).
  window.addEventListener('pointerdown', touch, passive);
  const tap = ({ target }: Event) => {
    const control = target instanceof Element ? target.closest('[data-moves]') : null;
    if (!control) return;
    stillness.tap(performance.now());
    onTap(control.closest<HTMLElement>('[data-row]')?.dataset.row ?? '');
  };
  for (const event of TOUCHES) area.addEventListener(event, touch, passive);
  area.addEventListener('click', tap, passive);
  return () => stop.abort();
}

/** Safari shows the pressed state of a finger only where somebody listens for `touchstart`. */
const TOUCHES = [
  'touchstart',
  ...['pointerdown', 'pointermove', 'pointerup', 'pointerleave', 'touchmove'],
  ...['keydown', 'focusin', 'focusout'],
];

/** On a touch screen `:hover` stays where the last tap was. */
function isInside(area: HTMLElement | undefined): boolean {
  const isHovered = area?.matches(':hover') && window.matchMedia('(hover: hover)').matches;
  return Boolean(isHovered || area?.querySelector(':focus-visible'));
}

/** If the focused row leaves, the heading of its list gets the focus. */
function keepFocusIn(area: HTMLElement | undefined): void {
  const focused = document.activeElement;
  if (!focused || !area?.contains(focused)) return;
  const heading = focused.closest('section')?.getAttribute('aria-labelledby');
  if (heading) keepFocus(heading);
}
