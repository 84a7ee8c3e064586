import { type RefObject, startTransition, useEffect, useRef, useState } from 'react';
import { keepFocus } from './keep-focus.ts';
import { Stillness } from './stillness.ts';

/** The interval in which a change held by a mouse or focus that rests is tried again, in ms. */
const RETRY = 250;
/** The length of the fold, in ms; as `--calm` in the tokens. */
const FOLD = 220;

export interface Still<T> {
  /** The value for the lists: older than the latest while somebody taps, touches, hovers or has the focus in them. */
  shown: T;
  /** The element around the lists. */
  area: RefObject<HTMLDivElement | null>;
  /** True while rows that left fold away, marked with `data-gone`, before the lists change. */
  isFolding: boolean;
}

/** Holds back changes of lists in which a button would move under a finger. Rows render their own state meanwhile. */
export function useStill<T>(latest: T): Still<T> {
  const area = useRef<HTMLDivElement>(null);
  const [stillness] = useState(() => new Stillness());
  const [shown, setShown] = useState(latest);
  const [isFolding, setFolding] = useState(false);
  useEffect(() => listen(area.current, stillness), [stillness]);
  useEffect(() => {
    if (latest === shown) return undefined;
    const show = () => {
      keepFocusIn(area.current);
      setFolding(false);
      startTransition(() => setShown(() => latest));
    };
    let timer: ReturnType<typeof setTimeout>;
    const tryToShow = () => {
      const rest = stillness.restIn(performance.now());
      // Asking who is inside looks at the whole list, so it is left to the end of the rest.
      if (rest > 0) timer = setTimeout(tryToShow, rest);
      else if (!stillness.isStill(performance.now(), isInside(area.current)))
        timer = setTimeout(tryToShow, RETRY);
      else if (!area.current?.querySelector('[data-gone]')) show();
      else {
        setFolding(true);
        timer = setTimeout(show, prefersReducedMotion() ? 0 : FOLD);
      }
    };
    tryToShow();
    return () => clearTimeout(timer);
  }, [latest, shown, stillness]);
  return { shown, area, isFolding };
}

/** Notes taps on controls with `data-moves`, and everything else that a hand does in the area. Returns the cleanup. */
function listen(area: HTMLElement | null, stillness: Stillness): () => void {
  const touch = () => stillness.touch(performance.now());
  const tap = ({ target }: Event) => {
    if (target instanceof Element && target.closest('[data-moves]')) stillness.tap(performance.now());
  };
  for (const event of TOUCHES) area?.addEventListener(event, touch, { passive: true });
  area?.addEventListener('click', tap);
  return () => {
    for (const event of TOUCHES) area?.removeEventListener(event, touch);
    area?.removeEventListener('click', tap);
  };
}

/** Safari shows the pressed state of a finger only where somebody listens for `touchstart`. */
const TOUCHES = [
  'touchstart',
  ...['pointerdown', 'pointermove', 'pointerup', 'pointerleave', 'touchmove'],
  ...['keydown', 'focusin', 'focusout'],
];

/** On a touch screen `:hover` stays where the last tap was. */
function isInside(area: HTMLElement | null): boolean {
  const isHovered = area?.matches(':hover') && window.matchMedia('(hover: hover)').matches;
  return Boolean(isHovered || area?.querySelector(':focus-visible'));
}

/** If the focused row leaves, the heading of its list gets the focus. */
function keepFocusIn(area: HTMLElement | null): void {
  const focused = document.activeElement;
  if (!focused || !area?.contains(focused)) return;
  const heading = focused.closest('section')?.getAttribute('aria-labelledby');
  if (heading) keepFocus(heading);
}

function prefersReducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
