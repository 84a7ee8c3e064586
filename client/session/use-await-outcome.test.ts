import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Household, HouseholdView, RefusedCommand, RunResult } from '#client/data/port.ts';
import { USUAL_REPLY_TIME } from '#client/ui/hooks/use-now.ts';
import { answered, isAwaited } from './use-await-outcome.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const command = { op: 'op00000001', name: 'updateProfile', args: {}, tappedAt: 0 } as const;
const refused: RefusedCommand = { ...command, refusal: { code: 'failed' } };
const done: RunResult = { done: true, op: command.op };
const refusal = { done: false, refusal: refused.refusal };

/** A household with the command unsent, until `change`. */
function household() {
  const listeners = new Set<() => void>();
  const state = { unsent: [command] as object[], view: { refused: [] } as unknown as HouseholdView };
  const discard = vi.fn(() => Promise.resolve());
  const home = {
    view: () => state.view,
    unsent: () => state.unsent,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    discard,
  } as unknown as Household;
  const change = (view: Partial<HouseholdView>, unsent = state.unsent) => {
    state.unsent = unsent;
    state.view = { ...state.view, ...view };
    for (const listener of [...listeners]) listener();
  };
  return { home, discard, change, listeners };
}

/** Begins a form's command; the device has stored it when this resolves. */
async function begin(home: Household, form = { isOpen: true }) {
  const result = answered(home, Promise.resolve(done), form);
  await vi.advanceTimersByTimeAsync(0);
  return () => result;
}

test('a refusal that comes in time is the result, and is not listed as well', async () => {
  const { home, discard, change, listeners } = household();
  const cleared = vi.spyOn(globalThis, 'clearTimeout');
  const end = await begin(home);
  expect(isAwaited(command.op)).toBe(true);
  change({ refused: [refused] });
  expect(isAwaited(command.op)).toBe(true);
  expect(await end()).toEqual(refusal);
  expect(discard).toHaveBeenCalledWith(command.op);
  // Not the number of timers: those of other files in this process would count.
  expect(cleared).toHaveBeenCalled();
  expect([isAwaited(command.op), listeners.size]).toEqual([false, 0]);
});

test('the result is there as soon as the server has accepted', async () => {
  const { home, discard, change } = household();
  const end = await begin(home);
  change({}, []);
  expect(await end()).toEqual(done);
  expect([discard.mock.calls.length, isAwaited(command.op)]).toEqual([0, false]);
});

test('a form waits as long as an answer usually takes, and later refusals are listed', async () => {
  const { home, discard, change } = household();
  const end = await begin(home);
  await vi.advanceTimersByTimeAsync(USUAL_REPLY_TIME);
  expect(await end()).toEqual(done);
  expect(isAwaited(command.op)).toBe(false);
  change({ refused: [refused] });
  expect(discard).not.toHaveBeenCalled();
});

test.each(['offline', 'locked', 'throttled', 'mismatch'] as const)(
  'a form does not wait if the view is %s',
  async (state) => {
    const { home, change } = household();
    change({ [state]: state === 'mismatch' ? 'page-too-old' : true });
    const end = await begin(home);
    // No timer passes here: one that waits would never end.
    expect(await end()).toEqual(done);
  },
);

test('a refusal is listed at once if the form was closed while it waited', async () => {
  const { home, discard, change } = household();
  const form = { isOpen: true };
  const end = await begin(home, form);
  form.isOpen = false;
  change({ refused: [refused] });
  expect(isAwaited(command.op)).toBe(false);
  await end();
  expect(discard).not.toHaveBeenCalled();
});

test('what the device refuses is the result as it is', async () => {
  const { home } = household();
  const local: RunResult = { done: false, refusal: { code: 'not-found' } };
  expect(await answered(home, Promise.resolve(local), { isOpen: true })).toBe(local);
});
