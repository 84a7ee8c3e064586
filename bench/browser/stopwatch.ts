/** Runs in the page: measures from each click to the paint that shows its effect. */
export interface Stopwatch {
  /** The element whose text the next click changes. */
  watched: Element | undefined;
  /** From the input to the frame after which the text is on the screen, in ms. */
  painted: number[];
  /** The durations of the clicks by the browser's Event Timing, in ms; those under 16 are left out. */
  events: number[];
}

declare global {
  interface Window {
    stopwatch: Stopwatch;
  }
}

/** Serialized and run in the browser, so it may use nothing from outside its body. */
export function installStopwatch(): void {
  const stopwatch: Stopwatch = { watched: undefined, painted: [], events: [] };
  window.stopwatch = stopwatch;
  const onClick = (event: Event) => {
    const { watched } = stopwatch;
    const before = watched?.textContent;
    // A user-blocking task that a frame schedules is the first to run after that frame was handed over.
    const painted = () => stopwatch.painted.push(performance.now() - event.timeStamp);
    const afterFrame = () => scheduler.postTask(painted, { priority: 'user-blocking' });
    const look = () =>
      requestAnimationFrame(() => {
        if (watched?.textContent === before) look();
        else void afterFrame();
      });
    if (watched) look();
    stopwatch.watched = undefined;
  };
  window.addEventListener('click', onClick, { capture: true });
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'click') stopwatch.events.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}
