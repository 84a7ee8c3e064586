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
    // What is posted from a frame runs when that frame has been handed over to be painted.
    const painted = () => stopwatch.painted.push(performance.now() - event.timeStamp);
    const afterFrame = () => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = painted;
      port2.postMessage(0);
    };
    const look = () =>
      requestAnimationFrame(() => {
        if (watched?.textContent === before) look();
        else afterFrame();
      });
    if (watched) look();
    stopwatch.watched = undefined;
  };
  window.addEventListener('click', onClick, { capture: true });
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'click') stopwatch.events.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}
