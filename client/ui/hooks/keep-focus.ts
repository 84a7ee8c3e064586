/** The longest wait for a control to be removed, in ms. */
const MAX_WAIT = 1000;

let waiting = 0;
let usesKeyboard = false;
globalThis.addEventListener?.('keydown', () => (usesKeyboard = true), { capture: true });
globalThis.addEventListener?.('pointerdown', () => (usesKeyboard = false), { capture: true });

/**
 * Restores the focus if the focused control is removed: moves it to the element with this id, usually a heading, so that
 * keyboard users do not start over at the top of the page. Waits until that element exists, no dialog is open and the
 * control is gone, which a tap causes a moment later; a control that stays keeps the focus. The last call wins. Scrolls
 * for keyboard users only, because a tapped button never has the focus in Safari.
 */
export function keepFocus(id: string): void {
  cancelAnimationFrame(waiting);
  const startedAt = performance.now();
  const check = () => {
    const isOpen = document.querySelector('dialog[open]') !== null;
    const target = document.getElementById(id);
    const isLost = document.activeElement === document.body;
    if ((isOpen || !target || !isLost) && performance.now() - startedAt < MAX_WAIT)
      waiting = requestAnimationFrame(check);
    else if (isLost) target?.focus({ preventScroll: !usesKeyboard });
  };
  waiting = requestAnimationFrame(check);
}
