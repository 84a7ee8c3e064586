import { Listeners } from './listeners.ts';

let serverClock: () => number | undefined = () => undefined;
const moved = new Listeners();

/** In ms, by the server's clock if known. Screens use no other clock. */
export function correctedNow(): number {
  return serverClock() ?? Date.now();
}

/** Without a value the device's clock counts. */
export function setCorrectedNow(clock: () => number | undefined): void {
  serverClock = clock;
}

/** On a changed clock correction, not passing time. Unsubscribe with the result. */
const onCorrectedNowMoved = (listener: () => void) => moved.add(listener);

export const notifyCorrectedNowMoved = () => moved.notify();

/** The longest delay that browsers accept, in ms. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** Calls `onDue` when one of `times` (ms) comes by the corrected clock, and when that may have happened unnoticed. */
export function dueTimer(times: () => readonly number[], onDue: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Call when `times` changed. */
  function look(): void {
    onDue();
    wait();
  }

  function wait(): void {
    clearTimeout(timer);
    const now = correctedNow();
    const next = Math.min(...times().filter((at) => at > now));
    if (next < Number.POSITIVE_INFINITY) timer = setTimeout(look, Math.min(next - now, LONGEST_WAIT));
  }

  const stopListening = onCorrectedNowMoved(look);
  // A sleeping phone's timers fire late.
  document.addEventListener('visibilitychange', look);
  wait();
  const stop = (): void => {
    clearTimeout(timer);
    stopListening();
    document.removeEventListener('visibilitychange', look);
  };
  return { look, stop };
}
