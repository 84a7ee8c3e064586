/** Runs in the page: measures from each click to the paint that shows its effect. */
export interface Stopwatch {
  /** The element whose text the next click changes. */
  watched: Element | undefined;
  /** From the input to the frame after which the text is on the screen, in ms. */
  painted: number[];
  /** What the browser itself measured of the clicks (Event Timing), in ms; it leaves out those under 16. */
  events: number[];
}

declare global {
  interface Window {
    stopwatch: Stopwatch;
  }
}

/** Handed to the browser as text: it may use nothing but what stands in it. */
export function installStopwatch(): void {
  const stopwatch: Stopwatch = { watched: undefined, painted: [], events: [] };
  window.stopwatch = stopwatch;
  const onClick = (event: Event) => {
    const { watched } = stopwatch;
    const before = watched?.textContent;
    // A task of the highest priority that a frame asks for is the first to run when that frame has been handed over.
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
