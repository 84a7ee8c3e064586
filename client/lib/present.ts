import { Listeners } from './listeners.ts';

let serverClock: () => number | undefined = () => undefined;
const moved = new Listeners();

/** The present time in ms: the server's clock as far as the open household knows it. Screens ask no other clock. */
export function present(): number {
  return serverClock() ?? Date.now();
}

/** Sets the clock of all screens; where it knows nothing the device's counts. */
export function setPresent(clock: () => number | undefined): void {
  serverClock = clock;
}

/** Calls back when the present has moved other than by passing. Returns a function that unsubscribes. */
export const onPresentMoved = (listener: () => void) => moved.add(listener);

export const notifyPresentMoved = () => moved.notify();
