import { afterFrame } from '#client/ui/hooks/after-frame.ts';
import { type Drawn, MovedRows } from './moved-rows.ts';

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
  for (const event of ['scroll', 'resize']) window.addEventListener(event, later.schedule, options);
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
