import { expect, test } from 'vitest';
import { runPush } from '#tests/model/push-runs.ts';
import { roundsOf, seed } from '#tests/support/seed.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { openStoreIn } from '#tests/support/server/open-store.ts';

const FEW = 60;
const RUNS = roundsOf(1000, FEW);

test('whatever push services answer and whenever a server is killed, each alert reaches each living device, again only around a kill', async () => {
  const store = openStoreIn(temporaryFolder());
  const found = await runPush(store, { runs: RUNS, seed });
  expect(found.fault).toBeUndefined();
  // The runs met what they are for; a few of them may not.
  const { kills, again, gone, signedOut } = found;
  if (RUNS >= FEW) expect(Math.min(kills, again, gone, signedOut)).toBeGreaterThan(0);
}, 600_000);
