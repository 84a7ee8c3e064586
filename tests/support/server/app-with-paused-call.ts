import { expect } from 'vitest';
import type { Store } from '#server/store/ports/store.ts';
import { gate } from '#tests/support/gate.ts';
import { startApp } from './app.ts';
import type { Answer } from './http.ts';

/** Starts an app in which one call of the store can be paused, for tests of races. */
export async function startWithPausedCall(name: keyof Store, start: typeof startApp = startApp) {
  const [reached, done] = [gate(), gate()];
  let isPausing = false;
  const hold = async () => {
    if (!isPausing) return;
    isPausing = false;
    reached.open();
    await done.passed;
  };
  const { url, store } = await start({
    change: ({ store }) => {
      const call = store[name] as (...args: unknown[]) => Promise<unknown>;
      return { store: { ...store, [name]: (...args: unknown[]) => hold().then(() => call(...args)) } };
    },
  });
  /** Runs `paused` up to the call of the store, then `meanwhile`, then the rest. Returns the result of `paused`. */
  const before = async <T>(paused: () => Promise<T>, meanwhile: () => Promise<Answer>) => {
    isPausing = true;
    const result = paused();
    await reached.passed;
    expect((await meanwhile()).status).toBe(200);
    done.open();
    return result;
  };
  return { url, store, before };
}
