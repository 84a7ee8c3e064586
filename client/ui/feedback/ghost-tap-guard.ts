/** The second press of a double tap follows within `ms` and within `px` of the first. */
const GHOST_TAP = { ms: 500, px: 40 };

interface Press {
  x: number;
  y: number;
  /** Event time in ms: when the finger pressed, not when the handler ran. */
  at: number;
  /** True if the pressed control moves rows or changes under the finger. */
  moves: boolean;
  /** True if it is known to be a click of its own: a mouse counts the clicks of a double click. */
  isSingle: boolean;
}

/**
 * Returns a function that tells if a press is the unintended second tap of a double tap. After a press that moves rows
 * something else lies under the finger, which the same gesture must not press.
 */
export function ghostTapDetector(): (press: Press) => boolean {
  let first: Press | undefined;
  return (press) => {
    const isGhostTap =
      first !== undefined &&
      !press.isSingle &&
      press.at - first.at < GHOST_TAP.ms &&
      Math.hypot(press.x - first.x, press.y - first.y) < GHOST_TAP.px;
    if (isGhostTap || press.moves) first = press;
    return isGhostTap;
  };
}

let pressed: Element | undefined;

/** The element of the latest click, also by a key. */
export const lastPressed = (): Element | undefined => pressed;

/**
 * Stops ghost taps anywhere on the page. A control that moves rows is marked with `data-moves`. Key presses and clicks
 * of screen readers (detail 0) have no position and always count. Returns a function that removes the guard.
 */
export function ignoreGhostTaps(): () => void {
  const isGhostTap = ghostTapDetector();
  const listen = (event: MouseEvent) => {
    pressed = event.target instanceof Element ? event.target : undefined;
    if (event.detail === 0) return;
    const { target, clientX: x, clientY: y, timeStamp: at } = event;
    const moves = target instanceof Element && target.closest('[data-moves]') !== null;
    // Not every browser makes a click a pointer event, and not all count the clicks of fingers.
    const isSingle = event instanceof PointerEvent && event.pointerType === 'mouse' && event.detail === 1;
    if (!isGhostTap({ x, y, at, moves, isSingle })) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('click', listen, { capture: true });
  return () => window.removeEventListener('click', listen, { capture: true });
}
