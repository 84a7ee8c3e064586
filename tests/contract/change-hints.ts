import { expect, test } from 'vitest';
import type { Id } from '#domain/ids.ts';
import { childPath } from '#domain/paths.ts';
import type { Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, storeFamily } from '#tests/support/people/stored-family.ts';
import { until } from '#tests/support/server/app.ts';

/** Longer than any adapter batches its hints, in ms. */
const QUIET = 150;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export function changeHintContract(makeStore: () => Promise<Store>): void {
  test('a listener hears of a change once it can be read, until it stops listening', async () => {
    const store = await makeStore();
    const { household, save } = await storeFamily(store);
    const notified: Promise<[Id, number]>[] = [];
    const stop = store.onChange((changed) =>
      notified.push(store.changes(changed, 0, 9).then(({ cursor }) => [changed, cursor])),
    );
    await save([[childPath(newId()), aChild()]]);
    await until(() => notified.length > 0);
    await pause(QUIET);
    expect(await Promise.all(notified)).toEqual([[household, 2]]);
    stop();
    await save([[childPath(newId()), aChild()]]);
    await pause(QUIET);
    expect(notified).toHaveLength(1);
  });

  test('a transaction that only reads or is rolled back gives no hint', async () => {
    const store = await makeStore();
    const { household, save } = await storeFamily(store);
    const notified: Id[] = [];
    store.onChange((changed) => notified.push(changed));
    await store.transact(household, (transaction) => transaction.begin(newId(), []));
    const failing = save([], { outcomes: [twice, twice] });
    await expect(failing).rejects.toThrow();
    await pause(QUIET);
    expect(notified).toEqual([]);
    await save([]);
    await until(() => notified.length > 0);
  });
}

/** Makes a save fail: the same op cannot be recorded twice. */
const twice = { outcome: { op: newId(), result: 'done', version: 2 }, sequence: 1 } as const;
