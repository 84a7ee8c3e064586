import { expect } from 'vitest';
import type { Store } from '#server/store/port.ts';
import { gate } from '#tests/support/phone/family.ts';
import { startApp } from './app.ts';
import type { Answer } from './http.ts';

/** An app in which one call of the store, once it is told to, waits until it may go on. In: also how it is started. */
export async function startHolding(name: keyof Store, start: typeof startApp = startApp) {
  const [reached, done] = [gate(), gate()];
  let isArmed = false;
  const hold = async () => {
    if (!isArmed) return;
    isArmed = false;
    reached.open();
    await done.passed;
  };
  const { url, store } = await start({
    change: ({ store }) => {
      const call = store[name] as (...args: unknown[]) => Promise<unknown>;
      return { store: { ...store, [name]: (...args: unknown[]) => hold().then(() => call(...args)) } };
    },
  });
  /** Lets somebody ask, and does something else before that call of theirs; out: what they were answered. */
  const before = async <T>(asking: () => Promise<T>, meanwhile: () => Promise<Answer>) => {
    isArmed = true;
    const asked = asking();
    await reached.passed;
    expect((await meanwhile()).status).toBe(200);
    done.open();
    return asked;
  };
  return { url, store, before };
}
