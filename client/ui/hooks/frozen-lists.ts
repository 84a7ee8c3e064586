import { startTransition } from 'react';
import { isModalOpen } from '#client/ui/dialogs/modals.ts';
import { keepFocus } from './keep-focus.ts';

/** In ms: retries a change that a resting mouse or focus delays. */
const RETRY = 250;
/** In ms; as `--calm` in the tokens. */
const FADE = 220;

/** In ms: lists stay frozen after a tap in them, and after the first unseen change. */
const IDLE = 5000;
/** After a touch, in ms. */
const AFTER_TOUCH = 1000;
/** In ms: a resting mouse or focus freezes lists no longer. */
const LONGEST_REST = 10_000;

/** A moved button could be under a descending thumb. Times in ms. */
export class IdleTimer {
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

  /** Later changes join the first. With a question (`isQuestion`) all wait only until the hand rests. */
  change(now: number, isQuestion = false): void {
    this.#hasQuestion ||= isQuestion;
    if (this.#hasQuestion) this.#changedAt = Number.NEGATIVE_INFINITY;
    else if (!this.#isBehind) this.#changedAt = now;
    this.#isBehind = true;
  }

  follow(): void {
    this.#isBehind = false;
    this.#hasQuestion = false;
  }

  /** In ms; until then `isInside` need not be measured. */
  restIn(now: number): number {
    const tapOrChange = Math.max(this.#tappedAt, this.#changedAt);
    return Math.max(0, tapOrChange + IDLE - now, this.#touchedAt + AFTER_TOUCH - now);
  }

  /** `isInside`: mouse or keyboard focus is in the list now. */
  isStill(now: number, isInside: boolean): boolean {
    const sinceTouch = now - this.#touchedAt;
    return this.restIn(now) === 0 && (!isInside || this.#hasQuestion || sinceTouch >= LONGEST_REST);
  }
}

interface Held {
  /** Rows that left fade first, marked with `data-gone`. */
  fade?: () => void;
  isQuestion?: boolean | undefined;
  show(): void;
}

/** Delays everything that would move rows under a finger, then changes all at once. */
export class FrozenLists {
  readonly #stillness = new IdleTimer();
  readonly #held = new Map<object, Held>();
  readonly #tapped = new Set<string>();
  readonly #ofPage: FrozenLists | undefined;
  readonly #areas = new Set<HTMLElement>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `ofPage`: for a dialog, the lists of the page below. */
  constructor(ofPage?: FrozenLists) {
    this.#ofPage = ofPage;
  }

  /** Nothing is frozen without an area. The result is the cleanup. */
  attach(area: HTMLElement): () => void {
    this.#areas.add(area);
    const stop = listen(area, this.#stillness, (row) => this.#noteTap(row));
    return () => {
      stop();
      this.#areas.delete(area);
      this.#change();
    };
  }

  /** `key` identifies the value, shown once the lists may change. */
  hold(key: object, value: Held): void {
    this.#held.set(key, value);
    this.#stillness.change(performance.now(), value.isQuestion);
    clearTimeout(this.#timer);
    this.#tryToShow();
  }

  /** The page already shows the value. */
  drop(key: object): void {
    if (this.#held.delete(key) && this.#held.size === 0) this.#take();
  }

  release(): void {
    this.#change();
  }

  /** Pressed since the lists changed (`data-row`), so its own change is not news. */
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
    const isStill = () => this.#stillness.isStill(now, [...this.#areas].some(isInside));
    // Checking what is inside scans the whole list, so it waits for the rest to end.
    if (!this.#mayBePressed() || (rest === 0 && isStill())) this.#change();
    else this.#timer = setTimeout(() => this.#tryToShow(), rest || RETRY);
  }

  /** Behind a modal or on a hidden page no finger can reach a row. */
  #mayBePressed(): boolean {
    const isCovered = !this.#ofPage && isModalOpen();
    return this.#areas.size > 0 && !isCovered && document.visibilityState === 'visible';
  }

  /** Changes that arrive while rows fade wait for the next time. */
  #change(): void {
    const held = this.#take();
    const tapped = [...this.#tapped];
    const show = () => {
      for (const row of tapped) this.#tapped.delete(row);
      for (const area of this.#areas) keepFocusIn(area);
      startTransition(() => {
        for (const one of held) one.show();
      });
    };
    if ([...this.#areas].some((area) => area.querySelector('[data-gone]'))) {
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

/** Taps are on controls with `data-moves`; other events count as touches. The result is the cleanup. */
function listen(area: HTMLElement, stillness: IdleTimer, onTap: (row: string) => void): () => void {
  const stop = new AbortController();
  const passive = { passive: true, signal: stop.signal };
  const touch = () => stillness.touch(performance.now());
  // On the whole window: rows that any press moves must not look moved by others (`guardMistaps`).
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

/** Safari shows a finger's pressed state only with a `touchstart` listener. */
const TOUCHES = [
  'touchstart',
  ...['pointerdown', 'pointermove', 'pointerup', 'pointerleave', 'touchmove'],
  ...['keydown', 'focusin', 'focusout'],
];

/** On touch screens `:hover` stays at the last tap. */
function isInside(area: HTMLElement): boolean {
  const isHovered = area.matches(':hover') && window.matchMedia('(hover: hover)').matches;
  return isHovered || area.querySelector(':focus-visible') !== null;
}

/** If the focused row leaves, its list's heading gets the focus. */
function keepFocusIn(area: HTMLElement): void {
  const focused = document.activeElement;
  if (!focused || !area.contains(focused)) return;
  const heading = focused.closest('section')?.getAttribute('aria-labelledby');
  if (heading) keepFocus(heading);
}
