/** After so long, in ms, a frame is no longer waited for: a page that is not seen draws none. */
const LONGEST_FRAME = 100;

/** Something that is to be done once the next frame has been drawn. */
export interface AfterFrame {
  /** Asks for it; asking again before it was done changes nothing. */
  ask(): void;
  cancel(): void;
}

/** What need not hold up what a tap shows at once. */
export function afterFrame(run: () => void): AfterFrame {
  let frame: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = timer = undefined;
  };
  const done = () => {
    cancel();
    run();
  };
  return {
    cancel,
    ask() {
      if (timer !== undefined) return;
      timer = setTimeout(done, LONGEST_FRAME);
      frame = requestAnimationFrame(() => {
        clearTimeout(timer);
        timer = setTimeout(done);
      });
    },
  };
}
