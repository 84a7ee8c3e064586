import type { Page } from '@playwright/test';
import { ensureClientBuilt } from '#scripts/client-build.ts';
import { hostWithLink } from '#tests/support/people/host-taps.ts';
import { openPhone, openSlowPage, timeOf } from '../browser/start-clock.ts';
import { ms } from '../format.ts';
import type { Part, PartResult } from '../report.ts';
import { FRAMME, runFolder, startMeasured } from '../servers/measured-server.ts';
import { median } from '../statistics.ts';

const RUNS = 9;
const SLOWER = 4;
/** Bytes per second of 1.6 and 0.75 Mbit/s, and a round trip in ms. */
const SLOW = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
/** The most ms until the visit is on screen: in all, or on a slow machine after the text of the home page. */
const MOST = { inAll: 1800, afterHome: 1200 };

/** The first text of a page. */
const TEXT = 'first-contentful-paint';

/** Time until whoever opens a link sees the visit, on a slow phone that was never here. */
export const reader: Part = { name: 'reader', title: 'Opening a link to a visit', run };

/** Milestones of one opening in ms: the first text of each page, and the visit. */
interface Opening {
  home: number;
  text: number;
  visit: number;
}

async function run(): Promise<PartResult> {
  ensureClientBuilt();
  const server = await startMeasured(FRAMME, { DATA_DIR: runFolder() });
  const { path } = await hostWithLink(server.url);
  const openings: Opening[] = [];
  // The first ones warm the server up.
  for (let round = -1; round < RUNS; round += 1) {
    const home = await onNewPhone((page) => page.goto(server.url).then(() => untilMarked(page, TEXT)));
    const opened = await onNewPhone(async (page) => {
      await page.goto(server.url + path);
      const visit = await untilMarked(page, 'visit-shown');
      return { text: await untilMarked(page, TEXT), visit };
    });
    if (round >= 0) openings.push({ home, ...opened });
  }
  await server.stop();
  const [home, visit] = [median(openings.map((one) => one.home)), median(openings.map((one) => one.visit))];
  return {
    figures: [
      {
        what: 'a link opened on a slow phone: the visit is on screen',
        figure: `${ms(visit)} (text of the home page: ${ms(home)})`,
        target: 'at most 1.8 s, or 1.2 s after the home page’s text',
        reached: visit <= MOST.inAll || visit - home <= MOST.afterHome,
      },
    ],
    table: {
      columns: ['run', 'text of the home page', 'text of the page', 'visit on screen'],
      rows: openings.map((one, index) => [String(index + 1), ms(one.home), ms(one.text), ms(one.visit)]),
    },
  };
}

/** Measures in a browser that has nothing stored, with a slow network and processor. */
async function onNewPhone<T>(measure: (page: Page) => Promise<T>): Promise<T> {
  const context = await openPhone();
  const measured = await measure((await openSlowPage(context, SLOWER, SLOW)).page);
  await context.close();
  return measured;
}

async function untilMarked(page: Page, mark: string): Promise<number> {
  await page.waitForFunction((name) => performance.getEntriesByName(name).length > 0, mark);
  return timeOf(page, mark);
}
