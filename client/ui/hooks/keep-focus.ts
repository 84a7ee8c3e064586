/** How long a control that leaves is waited for, in ms. */
const PATIENCE = 1000;

let waiting = 0;
let isByKey = false;
globalThis.addEventListener?.('keydown', () => (isByKey = true), { capture: true });
globalThis.addEventListener?.('pointerdown', () => (isByKey = false), { capture: true });

/**
 * Where the control that had the focus went away with what it stood on, gives the focus to a heading or another control,
 * so that nobody starts over at the top of the page. In: its id. Waits until it is there, the dialog is closed, and the
 * control is gone: what a tap moves leaves its list a moment later. A control that stays keeps the focus. What is asked
 * for last counts. Only for whoever goes by key the page scrolls there: a tapped button has no focus to lose in Safari.
 */
export function keepFocus(heading: string): void {
  cancelAnimationFrame(waiting);
  const begun = performance.now();
  const look = () => {
    const isOpen = document.querySelector('dialog[open]') !== null;
    const next = document.getElementById(heading);
    const isLost = document.activeElement === document.body;
    if ((isOpen || !next || !isLost) && performance.now() - begun < PATIENCE)
      waiting = requestAnimationFrame(look);
    else if (isLost) next?.focus({ preventScroll: !isByKey });
  };
  waiting = requestAnimationFrame(look);
}
