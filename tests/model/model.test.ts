import { describe, expect, test } from 'vitest';
import { roundsOf, seed } from '#tests/support/seed.ts';
import { PAST_STORIES, WITH_LOCKS } from './past-failures.ts';
import {
  runModel,
  runWritten,
  withOneParent,
  withoutEpoch,
  withoutLinkRows,
  withoutOutcomes,
} from './run-model.ts';
import { anyForgetfulStory, anyLinkStory, anyRestoreStory, anyUnwritableStory } from './steps.ts';

/** RUNS=10000 makes a long run; SEED makes other stories. */
const runs = roundsOf(300, 60);

/** The commands that mend a mistake. */
const MENDING = ['undo', 'correctVisit', 'addVisit', 'deleteVisit', 'restoreVisit', 'stayNight'];

/** Those that concern the other family. */
const SHARING = ['giveLink', 'takeLinksBack', 'expectHome', 'replyToAnswer'];

let failed: ReturnType<typeof runModel> | undefined;

/** The run that two controls look at. */
function runWithoutOutcomes(): ReturnType<typeof runModel> {
  failed ??= runModel({ runs: 300, seed: 1, alter: withoutOutcomes });
  return failed;
}

describe('random faults of two phones, their tabs, the network and the clocks', () => {
  test('every acknowledged tap has one outcome and one effect, in order, and all screens agree', {
    timeout: 600_000 + runs * 400,
  }, async () => {
    const found = await runModel({ runs, seed });
    expect(found.report, `seed ${seed}, path ${found.path}`).toBe('');
    expect(found.runs).toBe(runs);
    // Other seeds, or fewer stories, may miss the rarest.
    const isUsual = seed === 1 && runs >= 300;
    expect([...found.applied]).toEqual(expect.arrayContaining(isUsual ? MENDING : []));
  });

  test('control: a server without stored outcomes fails', { timeout: 240_000 }, async () => {
    const found = await runWithoutOutcomes();
    expect(found.report).toMatch(/server holds|replayed|answered/);
  });
});

test('control: a server that files all taps under one parent fails', { timeout: 240_000 }, async () => {
  const found = await runModel({ runs: 60, seed: 1, alter: withOneParent });
  expect(found.report).toMatch(/server holds|another parent/);
});

describe('links, their readers and their end', () => {
  const stories = anyLinkStory;

  test('all screens agree on links, answers and planned times, and each link leads to its visit', {
    timeout: 600_000 + runs * 400,
  }, async () => {
    const found = await runModel({ runs: Math.ceil(runs / 5), seed, stories });
    expect(found.report, `seed ${seed}, path ${found.path}`).toBe('');
    const isUsual = seed === 1 && runs >= 300;
    expect([...found.applied]).toEqual(expect.arrayContaining(isUsual ? SHARING : []));
  });

  test('control: a store that forgets the rows of links fails', { timeout: 240_000 }, async () => {
    const found = await runModel({ runs: 60, seed: 1, stories, alter: withoutLinkRows });
    expect(found.report).toMatch(/leads to undefined/);
  });
});

describe('phones whose IndexedDB reads and fails every write', () => {
  test('every acknowledged tap is sent and shown meanwhile, and all is stored once writes work again', {
    timeout: 600_000 + runs * 400,
  }, async () => {
    const found = await runModel({ runs: Math.ceil(runs / 5), seed, stories: anyUnwritableStory });
    expect(found.report, `seed ${seed}, path ${found.path}`).toBe('');
  });

  test('control: a phone whose journal forgets loses taps or their order', { timeout: 240_000 }, async () => {
    const found = await runModel({ runs: 60, seed: 1, stories: anyForgetfulStory, isControl: true });
    expect(found.report).toMatch(/lost|reordered/);
  });
});

describe('backups that are restored at random moments', () => {
  const stories = anyRestoreStory;

  test('every acknowledged tap has an outcome again, and all screens agree', {
    timeout: 600_000 + runs * 400,
  }, async () => {
    const found = await runModel({ runs: Math.ceil(runs / 5), seed, stories });
    expect(found.report, `seed ${seed}, path ${found.path}`).toBe('');
    expect(found.restores).toBeGreaterThan(runs / 20);
  });

  test('control: a store without an epoch loses taps', { timeout: 240_000 }, async () => {
    const found = await runModel({ runs: 60, seed: 1, stories, alter: withoutEpoch });
    expect(found.report).toMatch(/lost/);
  });
});

describe('past failures', () => {
  test.each(Object.entries(PAST_STORIES))('%s', async (was, steps) => {
    await runWritten({ hasLocks: was === WITH_LOCKS, hasStreams: false, steps });
  });

  test('control: a seed and a path reproduce a failure', async () => {
    const { path, report } = await runWithoutOutcomes();
    const again = await runModel({ runs: 300, seed: 1, alter: withoutOutcomes, ...(path ? { path } : {}) });
    expect([report.split('\n')[0], again.failed]).toEqual([again.report.split('\n')[0], true]);
  });
});
