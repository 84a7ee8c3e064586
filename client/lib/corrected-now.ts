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
export class DueTimer {
  readonly #times: () => readonly number[];
  readonly #onDue: () => void;
  readonly #stopListening: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(times: () => readonly number[], onDue: () => void) {
    this.#times = times;
    this.#onDue = onDue;
    this.#stopListening = onCorrectedNowMoved(this.look);
    // A sleeping phone's timers fire late.
    document.addEventListener('visibilitychange', this.look);
    this.#wait();
  }

  /** Call when `times` changed. */
  readonly look = (): void => {
    this.#onDue();
    this.#wait();
  };

  readonly stop = (): void => {
    clearTimeout(this.#timer);
    this.#stopListening();
    document.removeEventListener('visibilitychange', this.look);
  };

  #wait(): void {
    clearTimeout(this.#timer);
    const now = correctedNow();
    const next = Math.min(...this.#times().filter((at) => at > now));
    if (next < Number.POSITIVE_INFINITY)
      this.#timer = setTimeout(this.look, Math.min(next - now, LONGEST_WAIT));
  }
}
