import { expect, test } from 'vitest';
import { CoalescedTask } from './coalesced-task.ts';

/** Asks, again so many microtasks later, and returns how often it worked since then. */
async function workedAfter(microtasks: number, work: () => Promise<void>): Promise<number> {
  let works = 0;
  const counted = () => {
    works += 1;
    return work();
  };
  const repeated = new CoalescedTask(counted, () => undefined);
  repeated.run();
  for (let turn = 0; turn < microtasks; turn += 1) await undefined;
  const before = works;
  repeated.run();
  await new Promise(setImmediate);
  return works - before;
}

test('what is asked for while it works or just after is done once more, at every moment', async () => {
  for (let microtasks = 0; microtasks < 12; microtasks += 1)
    expect(await workedAfter(microtasks, async () => undefined), `${microtasks} microtasks later`).toBe(1);
});

test('it works again after a failure', async () => {
  expect(await workedAfter(12, () => Promise.reject(new Error('no database')))).toBe(1);
});
