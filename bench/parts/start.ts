import type { BrowserContext } from '@playwright/test';
import { signIn } from '#e2e/support/signed-in.ts';
import { ensureClientBuilt } from '#scripts/client-build.ts';
import { openPhone, type Start, timeStart } from '../browser/start-clock.ts';
import { registerLargeFamily } from '../families/large-family.ts';
import { fixed, ms } from '../format.ts';
import type { Part, PartResult } from '../report.ts';
import { FRAMME, runFolder, startMeasured } from '../servers/measured-server.ts';
import { median } from '../statistics.ts';

const FRIENDS = 24;
const VISITS = 40;
const ROUNDS = 9;
const SLOWER = 4;
/** The wait until a page has stored its data, and the app where it may, in ms. */
const SETTLE = 8000;

/** Time until a signed-in parent's dashboard is usable, from a new page on a slow phone with warm caches, with a server and without. */
export const start: Part = { name: 'start', title: 'A cold start on a slow phone', run };

async function run(): Promise<PartResult> {
  ensureClientBuilt();
  const [online, offline] = [await open(), await open()];
  await offline.stop();
  const starts = { online: [] as Start[], offline: [] as Start[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    starts.online.push(await timeStart(online.context, online.address, SLOWER));
    starts.offline.push(await timeStart(offline.context, offline.address, SLOWER));
  }
  await Promise.all([online.context.close(), offline.context.close(), online.stop()]);
  const usable = (kind: keyof typeof starts) => starts[kind].map((one) => one.usable);
  const ratio = median(usable('offline')) / median(usable('online'));
  return {
    figures: [
      {
        what: 'usable start offline, against online',
        figure: fixed(ratio, 2),
        target: 'at most 1',
        reached: ratio <= 1,
      },
    ],
    table: {
      columns: ['start', 'starts', 'first paint p50', 'usable p50', 'fastest', 'slowest'],
      rows: (['online', 'offline'] as const).map((kind) => [
        ...[
          kind,
          String(ROUNDS),
          ms(median(starts[kind].map((one) => one.painted))),
          ms(median(usable(kind))),
        ],
        ...[ms(Math.min(...usable(kind))), ms(Math.max(...usable(kind)))],
      ]),
    },
  };
}

/** Starts a server, and a phone that was signed in there a while ago and has stored what it may. */
async function open(): Promise<{ context: BrowserContext; address: string; stop: () => Promise<void> }> {
  const server = await startMeasured(FRAMME, { DATA_DIR: runFolder() });
  const family = await registerLargeFamily(server.url, { friends: FRIENDS, visits: VISITS });
  const context = await openPhone();
  await signIn(context, family, server.url);
  const address = `${server.url}/dashboard`;
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForTimeout(SETTLE);
  await page.close();
  return { context, address, stop: () => server.stop() };
}
