/** The longest wait for a frame, in ms: a hidden page renders none. */
const MAX_WAIT = 100;

/** A callback that runs after the next frame. */
interface AfterFrame {
  /** Schedules the callback unless it is scheduled already. */
  schedule(): void;
  cancel(): void;
}

/** Defers work that must not delay the frame that shows a tap. */
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
