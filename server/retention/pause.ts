/** The pause between two steps, in ms; a step takes about as long, so that taps get as much time. */
const STEP_PAUSE_MS = 10;

export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, STEP_PAUSE_MS));
}
