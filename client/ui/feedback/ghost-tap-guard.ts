/** The second press of a double tap comes within `ms` and `px`. */
const GHOST_TAP = { ms: 500, px: 40 };

interface Press {
  x: number;
  y: number;
  /** Event time in ms: of the press, not of the handler. */
  at: number;
  /** The control moves rows or changes under the finger. */
  moves: boolean;
  /** A known single click: for a mouse, the browser counts clicks. */
  isSingle: boolean;
}

/** Detects the second tap of a double tap after rows moved: another control may be under the finger. */
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

/** Key presses count too. */
export const lastPressed = (): Element | undefined => pressed;

/**
 * Controls that move rows have `data-moves`. Keys and screen readers (detail 0) have no position and always
 * count.
 */
export function ignoreGhostTaps(): () => void {
  const isGhostTap = ghostTapDetector();
  const listen = (event: MouseEvent) => {
    pressed = event.target instanceof Element ? event.target : undefined;
    if (event.detail === 0) return;
    const { target, clientX: x, clientY: y, timeStamp: at } = event;
    const moves = target instanceof Element && target.closest('[data-moves]') !== null;
    // Not every browser's click is a pointer event, and not all count finger clicks.
    const isSingle = event instanceof PointerEvent && event.pointerType === 'mouse' && event.detail === 1;
    if (!isGhostTap({ x, y, at, moves, isSingle })) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('click', listen, { capture: true });
  return () => window.removeEventListener('click', listen, { capture: true });
}
