import type { Locator } from '@playwright/test';
import { ALL_TEXTS } from '#client/translations/all-texts.ts';
import { busyFamily } from '#e2e/support/busy-family.ts';
import { filled } from '#e2e/support/parent.ts';
import { signIn } from '#e2e/support/signed-in.ts';
import { ensureClientBuilt } from '#scripts/client-build.ts';
import { openSlowPhone, type SlowPhone } from '../browser/slow-phone.ts';
import { openPhone, timeStart } from '../browser/start-clock.ts';
import { ms, whole } from '../format.ts';
import { atMost, type Figure, type Part, type PartResult } from '../report.ts';
import { FRAMME, runFolder, startMeasured } from '../servers/measured-server.ts';
import { median, percentile } from '../statistics.ts';

const SIZE = { friends: 40, here: 12 };
const ROUNDS = 10;
const STARTS = 5;
const SLOWER = 4;
/** A tap may take this much longer than on the page of one button, and a route this much, in ms. */
const ABOVE_BARE = { tap: 30, route: 180 };
/** The first start of a signed-in phone that holds nothing yet, in ms. */
const FIRST_START = 2500;
/** Slow 4G, as Lighthouse simulates it: ms of a round trip, bytes a second. */
const SLOW_4G = { latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 };
const words = ALL_TEXTS.sv;

/** Time until a slow phone shows the taps of a board, its pages, and the first start of a new device. */
export const felt: Part = { name: 'felt', title: 'What a thumb waits for', run };

type Kind = keyof typeof NAMES;
const NAMES = {
  bare: 'a page with one button, for comparison',
  checkIn: 'check-in',
  undoIn: 'its undo',
  checkOut: 'check-out',
  undoOut: 'its undo',
  history: 'the page Historik',
  profile: 'the page Profil',
  dashboard: 'the page Översikt',
};

async function run(): Promise<PartResult> {
  ensureClientBuilt();
  const server = await startMeasured(FRAMME, { DATA_DIR: runFolder() });
  const home = await busyFamily(server.url, 'sv', SIZE);
  const slow = await openSlowPhone(SLOWER);
  await signIn(slow.page.context(), home, server.url);
  const times = await tapsAndPages(slow, `${server.url}/dashboard`);
  await slow.close();
  const starts = await firstStarts(`${server.url}/dashboard`, home, server.url);
  await server.stop();
  const bare = percentile(times.bare, 50);
  const kinds = Object.keys(NAMES).slice(1) as Kind[];
  const at = (kind: Kind, percent: number) => ms(percentile(times[kind], percent));
  return {
    figures: [...kinds.map((kind) => figureOf(kind, times[kind], bare)), startFigure(starts)],
    table: {
      columns: ['what', 'presses', 'painted p50', 'p95'],
      rows: (Object.keys(NAMES) as Kind[]).map((kind) => [
        NAMES[kind],
        whole(times[kind].length),
        at(kind, 50),
        at(kind, 95),
      ]),
    },
  };
}

async function tapsAndPages(slow: SlowPhone, address: string): Promise<Record<Kind, number[]>> {
  const { page } = slow;
  const times = Object.fromEntries(Object.keys(NAMES).map((kind) => [kind, []])) as unknown as Record<
    Kind,
    number[]
  >;
  const main = page.getByRole('main');
  const count = main.getByRole('status').first();
  const press = async (kind: Kind, button: Locator, watched: Locator) => {
    await slow.tap(button, watched);
    times[kind].push(...(await slow.takeTimes()).painted);
    await page.waitForTimeout(PAUSE);
  };
  const named = (text: string, name: string) =>
    main.getByRole('button', { name: filled(text, { name }), exact: true }).first();
  const tab = (name: string) =>
    page.getByRole('navigation', { name: words.common.nav.places }).getByRole('link', { name });
  const { nav } = words.common;
  const { checkInNamed, checkOutNamed, undoNamed } = words.people;
  await slow.tapBarePage(2 * ROUNDS, PAUSE);
  times.bare = (await slow.takeTimes()).painted;
  await page.goto(address);
  await page.waitForTimeout(SETTLE);
  for (let round = 0; round < ROUNDS; round++) {
    const [goes, comes] = [`Vän ${SIZE.here - (round % 6)}`, `Vän ${SIZE.friends - 1 - 2 * (round % 4)}`];
    await press('checkIn', named(checkInNamed, comes), count);
    await press('undoIn', named(undoNamed, comes), count);
    await press('checkOut', named(checkOutNamed, goes), count);
    await press('undoOut', named(undoNamed, goes), count);
  }
  // Their toasts lie over the tabs.
  await page.waitForTimeout(SETTLE);
  for (let round = 0; round < ROUNDS; round++) {
    await press('history', tab(nav.history), main);
    await press('profile', tab(nav.profile), main);
    await press('dashboard', tab(nav.dashboard), main);
  }
  return times;
}

/** Starts the app on phones that are signed in and hold nothing else. */
async function firstStarts(
  address: string,
  home: Parameters<typeof signIn>[1],
  url: string,
): Promise<number[]> {
  const usable: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const context = await openPhone();
    await signIn(context, home, url);
    usable.push((await timeStart(context, address, SLOWER, SLOW_4G)).usable);
    await context.close();
  }
  return usable;
}

/** The pause between two presses, longer than a row that moved takes none, and the wait until the page rests, in ms. */
const PAUSE = 900;
const SETTLE = 12_000;

function figureOf(kind: Kind, painted: readonly number[], bare: number): Figure {
  const p50 = percentile(painted, 50);
  const isRoute = kind === 'history' || kind === 'profile' || kind === 'dashboard';
  const limit = bare + (isRoute ? ABOVE_BARE.route : ABOVE_BARE.tap);
  return {
    what: `press to paint, ${NAMES[kind]}${kind === 'undoOut' ? ' of a check-out' : ''}, p50 of ${painted.length}`,
    figure: `${ms(p50)}, ${(p50 / bare).toFixed(1)} times the page of one button`,
    target: `at most ${ms(limit)}`,
    reached: p50 <= limit,
  };
}

function startFigure(starts: readonly number[]): Figure {
  const what = `first start of the dashboard on slow 4G, median of ${starts.length}`;
  return atMost(what, median(starts), FIRST_START, ms);
}
