import { expect, onTestFinished, test } from 'vitest';
import { runPush } from '#tests/model/push-runs.ts';
import { roundsOf, seed } from '#tests/support/seed.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { openSqliteStore } from '../store/sqlite/sqlite.ts';

const FEW = 60;
const RUNS = roundsOf(1000, FEW);

test('whatever push services answer and whenever a server is killed, each alert reaches each living device, again only around a kill', async () => {
  const store = openSqliteStore(temporaryFolder(), (error) => {
    throw error;
  });
  onTestFinished(() => store.close());
  const found = await runPush(store, { runs: RUNS, seed });
  expect(found.fault).toBeUndefined();
  // The runs met what they are for; a few of them may not.
  const { kills, again, gone, signedOut } = found;
  if (RUNS >= FEW) expect(Math.min(kills, again, gone, signedOut)).toBeGreaterThan(0);
}, 600_000);
