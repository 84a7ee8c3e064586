/** In ms, for the control's removal and for dialogs to close. */
const MAX_WAIT = 1000;

let waiting = 0;
let usesKeyboard = false;
globalThis.addEventListener?.('keydown', () => (usesKeyboard = true), { capture: true });
globalThis.addEventListener?.('pointerdown', () => (usesKeyboard = false), { capture: true });

/**
 * Focuses this id once the focused control is removed, so that keyboard users keep their place; the last call
 * wins. Scrolls only for keyboards, since Safari never focuses a tapped button.
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
