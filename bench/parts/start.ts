import type { BrowserContext } from '@playwright/test';
import { signIn } from '#e2e/support/signed-in.ts';
import { ensureClientBuilt } from '#scripts/client-build.ts';
import { timeWork } from '../browser/page-work.ts';
import { openPhone, timeStart } from '../browser/start-clock.ts';
import { registerLargeFamily } from '../families/large-family.ts';
import { fixed, ms } from '../format.ts';
import type { Part, PartResult } from '../report.ts';
import { FRAMME, ROOT, runFolder, startMeasured } from '../servers/measured-server.ts';
import { median } from '../statistics.ts';

const FRIENDS = 24;
const VISITS = 40;
const ROUNDS = 9;
const SLOWER = 4;
/** The offline start against the start of the version before with a server. */
const SHARE_OF_BEFORE = 0.75;

/** Time until a signed-in parent's dashboard is usable, from a new page on a slow phone. */
export const start: Part = {
  name: 'start',
  title: 'A cold start on a slow phone',
  needsBefore: true,
  run,
};

interface Candidate {
  what: string;
  context: BrowserContext;
  address: string;
  stop(): Promise<void>;
  usable: number[];
  painted: number[];
  /** Processor time of the page, at full speed. */
  work: number[];
}

async function run(before: string | undefined): Promise<PartResult> {
  if (before === undefined) throw new Error('name the other checkout: --before <path>');
  ensureClientBuilt();
  const candidates = [
    await open('the version before, online', before),
    await open('online', ROOT),
    await open('offline', ROOT),
  ] as const;
  const [then, online, offline] = candidates;
  await offline.stop();
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { context, address, usable, painted } of candidates) {
      const found = await timeStart(context, address, SLOWER);
      usable.push(found.usable);
      painted.push(found.painted);
    }
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { context, address, work } of candidates) work.push(await timeWork(context, address));
  await Promise.all(candidates.map(({ context }) => context.close()));
  await Promise.all([then.stop(), online.stop()]);
  return {
    figures: [
      figure('offline, against the version before online', offline, then, SHARE_OF_BEFORE),
      figure('offline, against online', offline, online, 1),
      {
        what: "the page's own work until then, offline, against the version before online",
        figure: fixed(median(offline.work) / median(then.work), 2),
        target: 'none',
      },
    ],
    how: HOW,
    table: {
      columns: ['start', 'starts', 'first paint p50', 'usable p50', 'fastest', 'slowest', 'work p50'],
      rows: candidates.map(({ what, usable, painted, work }) => [
        ...[what, String(usable.length), ms(median(painted)), ms(median(usable))],
        ...[ms(Math.min(...usable)), ms(Math.max(...usable)), ms(median(work))],
      ]),
    },
  };
}

/** Starts a server of a checkout, and a phone that was signed in there a while ago and has stored what it may. */
async function open(what: string, root: string): Promise<Candidate> {
  const server = await startMeasured(FRAMME, { DATA_DIR: runFolder() }, root);
  const family = await registerLargeFamily(server.url, { friends: FRIENDS, visits: VISITS });
  const context = await openPhone();
  await signIn(context, family, server.url);
  const address = `${server.url}/dashboard`;
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForTimeout(SETTLE);
  await page.close();
  const stop = () => server.stop();
  return { what, context, address, stop, usable: [], painted: [], work: [] };
}

/** The wait until a page has stored its data, and the app where it may, in ms. */
const SETTLE = 8000;

function figure(what: string, now: Candidate, then: Candidate, most: number) {
  const ratio = median(now.usable) / median(then.usable);
  return {
    what: `usable start ${what}`,
    figure: fixed(ratio, 2),
    target: `at most ${most}`,
    reached: ratio <= most,
  };
}

const HOW = `Chromium with the page's main thread slowed down ${SLOWER} times, a new page for each start, the versions in turn; a
child with ${FRIENDS} friends and ${VISITS} visits. The phone was signed in before and its caches are warm; offline, its server is stopped.
"Usable" is the first frame with a button that checks somebody in; nothing is asked of the page until then. "Work" is the
processor time of the page's main thread until then, in as many starts at full speed: it says what the page does even where
the machine is busy, and leaves out what other threads do, as loading and compiling.`;
