/** In ms, because a hidden page renders no frames. */
const MAX_WAIT = 100;

/** For work that must not delay the frame that shows a tap. */
export function afterFrame(run: () => void) {
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
    schedule() {
      if (timer !== undefined) return;
      timer = setTimeout(done, MAX_WAIT);
      frame = requestAnimationFrame(() => {
        clearTimeout(timer);
        timer = setTimeout(done);
      });
    },
  };
}
