import { beforeAll, expect, test } from 'vitest';
import type { Op } from '#domain/protocol/sync.ts';
import type { Store } from '#server/store/ports/store.ts';
import { type Options, runStory, START } from '#tests/support/restore/story.ts';
import { roundsOf, seed } from '#tests/support/seed.ts';
import { alteredStore } from '#tests/support/server/altered-store.ts';
import { shareApp } from '#tests/support/server/app.ts';

/** The store of a server whose backup was restored: nothing purges the log while a story runs. */
const app = shareApp({
  isStill: true,
  change: ({ store }) => ({ store: { ...store, restored: () => ({ at: START }) } }),
});

// Nothing of a story expires while it runs.
beforeAll(() => {
  app().clock.ahead = START - Date.now();
});

/** RUNS=2000 makes a long run; SEED makes other stories. */
const ALL = process.env.TEST_STORE === 'postgres' ? 40 : 120;
const RUNS = roundsOf(ALL, ALL / 5);

/** Runs stories until one ends otherwise than on a server that was never restored. Returns its seed. */
async function firstDifference(options: Omit<Options, 'seed'>, store = app().store, runs = ALL) {
  for (let run = 0; run < runs; run += 1) {
    const { expected, found } = await runStory(store, { ...options, seed: seed * 100_000 + run });
    if (JSON.stringify(sorted(expected)) !== JSON.stringify(sorted(found))) return { run, expected, found };
  }
  return undefined;
}

function sorted(value: unknown): unknown {
  if (value instanceof Map) return [...value].sort().map(([key, one]) => [key, sorted(one)]);
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort()
    .map(([key, one]) => [key, sorted(one)]);
}

test.each([
  ['all phones return', {}],
  ['some phones return', { isSubset: true }],
])(
  // docs/sync.md: RS4
  'after a restore the household is as if there had been none: %s',
  { timeout: 600_000 },
  async (_who, options) => {
    const difference = await firstDifference(options, app().store, RUNS);
    expect(difference?.found, `run ${difference?.run}`).toEqual(difference?.expected);
  },
);

const CONTROLS: [string, (op: Op) => Op][] = [
  ['of arrival', ({ again, ...op }) => (again ? { ...op, again: {} } : op)],
  [
    'of tap times',
    (op) => {
      const sent = op.again?.sent && { ...op.again.sent, version: op.tappedAt };
      return sent ? { ...op, again: { sent: { ...sent, receivedAt: op.tappedAt } } } : op;
    },
  ],
];

test.each(CONTROLS)('control: the order %s ends otherwise', { timeout: 600_000 }, async (_order, alter) => {
  expect(await firstDifference({ alter })).toBeDefined();
});

/** A store that keeps no document from before its first write. */
function withoutBases(store: Store): Store {
  return alteredStore(store, (transaction) => ({
    ...transaction,
    save: ({ log = [], ...batch }) =>
      transaction.save({ ...batch, log: log.filter(({ key }) => !key?.startsWith('b')) }),
  }));
}

test('control: without the documents before the restore it ends otherwise', {
  timeout: 600_000,
}, async () => {
  expect(await firstDifference({}, withoutBases(app().store))).toBeDefined();
});
