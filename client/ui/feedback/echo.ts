/** How soon and how near a press follows another to be its echo: the second half of a double tap, in ms and px. */
const ECHO = { soon: 500, near: 40 };

export interface Press {
  x: number;
  y: number;
  /** In ms by the clock of the events: when the finger did it, not when the page came to know. */
  at: number;
  /** Whether what it lands on moves rows or changes under the finger. */
  moves: boolean;
  /** Known to be a click of its own: a mouse counts the clicks of a double click. */
  isSingle: boolean;
}

/**
 * Tells the second tap of a double tap from one that is meant. After a press that moves rows something else lies under
 * the finger, which must not be pressed by the same gesture. Out: a function that says of each press if it is an echo.
 */
export function echoes(): (press: Press) => boolean {
  let first: Press | undefined;
  return (press) => {
    const isEcho =
      first !== undefined &&
      !press.isSingle &&
      press.at - first.at < ECHO.soon &&
      Math.hypot(press.x - first.x, press.y - first.y) < ECHO.near;
    if (isEcho || press.moves) first = press;
    return isEcho;
  };
}

/**
 * Ignores such echoes wherever they land. What moves rows says so with `data-moves`. Keys and screen readers' own
 * clicks (detail 0) have no place and always count. Out: how to stop.
 */
export function ignoreEchoes(): () => void {
  const isEcho = echoes();
  const listen = (event: MouseEvent) => {
    if (event.detail === 0) return;
    const { target, clientX: x, clientY: y, timeStamp: at } = event;
    const moves = target instanceof Element && target.closest('[data-moves]') !== null;
    // Not every browser makes a click a pointer event; fingers are not counted by all.
    const isSingle = event instanceof PointerEvent && event.pointerType === 'mouse' && event.detail === 1;
    if (!isEcho({ x, y, at, moves, isSingle })) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('click', listen, { capture: true });
  return () => window.removeEventListener('click', listen, { capture: true });
}
