import type { Visit } from '#domain/documents.ts';
import type { HouseholdOnPhone } from '#tests/support/people/household.ts';
import { runFolder } from '#tests/support/run-folder.ts';
import { type RunningServer, startServer } from '#tests/support/server/server-process.ts';
import { Board, checkInOf, checkOutOf, until } from '../browsers/board.ts';
import type { RunningBrowser } from '../browsers/engine.ts';
import { inPlace, type Place } from '../browsers/place.ts';
import { chromium, firefox } from '../browsers/puppeteer-engines.ts';
import { noJournal, type Removal } from '../browsers/removals.ts';
import { type Figure, type Finding, rounds, type Scale } from '../figure.ts';

const HOURS = 6 * 60 * 60_000;
const FRIENDS = Array.from({ length: 25 }, (_, i) => `Vän ${i + 1}`);
const [HALF, LAST] = [12, 24];
/** One round in Firefox for so many in Chromium. */
const FIREFOX_SHARE = 4;

/** Figure 7: an afternoon without a network. */
export const offlineHours: Figure = {
  number: 7,
  title:
    '6 h without a server in real browsers: two tabs, each killed with its last tap, the clocks moved, awake and asleep',
  aim: '25 friends in, then out: 25 closed visits, times within 1 s of the taps; 20 times in Chromium, 5 in Firefox',
  tools: [{ name: 'firefox-esr', get: 'apt-get install firefox-esr' }],
  long: { rounds: 25, withinMs: 1_800_000 },
  short: { rounds: 2, withinMs: 120_000 },
  run: (scale) => afternoons(scale, undefined),
  control: {
    what: 'the same pages without the journal',
    rounds: 4,
    run: (scale) => afternoons(scale, noJournal),
  },
};

async function afternoons(scale: Scale, removal: Removal | undefined): Promise<Finding> {
  const [seen, bad] = [new Map<string, number>(), [] as string[]];
  let worst = 0;
  const done = await rounds(scale, async (index) => {
    const engine = index % (FIREFOX_SHARE + 1) === FIREFOX_SHARE ? firefox : chromium;
    const outcome = await inPlace(engine, removal, (place) => afternoon(place, index % 2 === 0));
    seen.set(engine.name, (seen.get(engine.name) ?? 0) + 1);
    if (outcome.problem !== undefined) bad.push(`${engine.name}: ${outcome.problem}`);
    else worst = Math.max(worst, outcome.off);
  });
  const where = [...seen].map(([name, count]) => `${count} in ${name}`).join(', ');
  const words = bad.length > 0 ? `${bad.length} failed (${bad[0]})` : 'each with 25 closed visits';
  return {
    rounds: done,
    found: `${where}: ${words}, times at most ${worst} ms off`,
    holds: bad.length === 0 && done > 0,
  };
}

/** The times of the touches of each friend, in ms. */
type Touches = Map<string, { in: number; out: number }>;

/** One family's afternoon. Returns how far a time is off at most, in ms, or what is wrong. */
async function afternoon(place: Place, isAwake: boolean): Promise<{ off: number; problem?: string }> {
  const home = await place.family(FRIENDS.length);
  const browser = await place.engine.launch(runFolder());
  let next: RunningServer | undefined;
  try {
    const touches = await tapAll(place, browser, home, isAwake);
    const { PORT, PUBLIC_URL } = { PORT: new URL(place.server.url).port, PUBLIC_URL: place.gate.url };
    const { dataDir } = place.server;
    next = await startServer({ dataDir, env: { PORT, PUBLIC_URL }, flags: [serverClock] });
    await touches.first.tab.run('void window.dispatchEvent(new Event("online"))');
    return compare(await closedVisits(home), touches.times);
  } catch (error) {
    return { off: 0, problem: String(error).slice(0, 100) };
  } finally {
    await browser.close();
    await next?.kill();
  }
}

/** All come, six hours pass, all go; each second tab ends with its last tap. */
async function tapAll(place: Place, browser: RunningBrowser, home: HouseholdOnPhone, isAwake: boolean) {
  const times: Touches = new Map(FRIENDS.map((name) => [name, { in: 0, out: 0 }]));
  const note = (name: string, end: 'in' | 'out', at: number) => {
    const touch = times.get(name);
    if (touch) touch[end] = at;
  };
  const first = new Board(await browser.openTab(phoneClock(0, isAwake)), place);
  const second = new Board(await browser.openTab(phoneClock(0, isAwake)), place);
  await first.signIn(home);
  await first.untilStored();
  await second.open();
  await place.server.stop();
  for (const [board, part] of halves(first, second)) {
    await board.showAll();
    for (const name of part) {
      await board.untilOut(name);
      note(name, 'in', await board.press(checkInOf(name)));
    }
  }
  note(FRIENDS[LAST] ?? '', 'in', Date.now());
  await second.pressAndClose(checkInOf(FRIENDS[LAST] ?? ''));
  await first.untilHere(FRIENDS[LAST] ?? '');
  await first.tab.run(`void moveClock(${HOURS})`);
  const third = new Board(await browser.openTab(phoneClock(HOURS, isAwake)), place);
  await third.open();
  for (const [board, part] of halves(first, third)) {
    await board.showAll();
    for (const name of part) {
      await board.untilHere(name);
      note(name, 'out', await board.press(checkOutOf(name)));
    }
  }
  note(FRIENDS[LAST] ?? '', 'out', Date.now() + HOURS);
  await third.pressAndClose(checkOutOf(FRIENDS[LAST] ?? ''));
  return { first, times };
}

function halves(first: Board, second: Board) {
  return [
    [first, FRIENDS.slice(0, HALF)],
    [second, FRIENDS.slice(HALF, LAST)],
  ] as const;
}

/** Moves the clock of a page by so many ms, now and at `moveClock`; its uptime runs on too if the phone stayed awake. */
function phoneClock(error: number, isAwake: boolean): string {
  return `(() => {
    const [Right, uptime] = [Date, performance.now.bind(performance)];
    let [error, slept] = [${error}, 0];
    window.Date = class extends Right {
      constructor(...time) { super(...(time.length === 0 ? [Right.now() + error] : time)); }
      static now() { return Right.now() + error; }
    };
    performance.now = () => uptime() + slept;
    window.moveClock = (by) => { error += by; if (${isAwake}) slept += by; };
  })()`;
}

/** The flag of Node by which a server's clock is six hours later. */
const serverClock = `--import=data:text/javascript,${encodeURIComponent(`
  const Right = Date;
  globalThis.Date = class extends Right {
    constructor(...time) { super(...(time.length === 0 ? [Right.now() + ${HOURS}] : time)); }
    static now() { return Right.now() + ${HOURS}; }
  };
`)}`;

/** Resolves to the visits of today once all are closed. */
async function closedVisits(home: HouseholdOnPhone): Promise<Visit[]> {
  const today = Date.now() - HOURS;
  let visits: Visit[] = [];
  const isThere = async () => {
    visits = [...(await home.documents())].flatMap(([path, document]) => {
      const visit = document as Visit;
      return path.includes('/visits/') && Date.parse(visit.arrived?.at ?? '') > today ? [visit] : [];
    });
    return visits.filter(({ open }) => !open).length === FRIENDS.length;
  };
  await until('all visits are closed', isThere, 60_000).catch(() => undefined);
  return visits;
}

function compare(visits: readonly Visit[], touches: Touches): { off: number; problem?: string } {
  const closed = visits.filter(({ open }) => !open);
  let off = 0;
  for (const { visitor, arrived, left } of closed) {
    const touch = touches.get(visitor.name);
    const ends = [
      Date.parse(arrived?.at ?? '') - (touch?.in ?? 0),
      Date.parse(left?.at ?? '') - (touch?.out ?? 0),
    ];
    off = Math.max(off, ...ends.map(Math.abs));
  }
  if (visits.length !== FRIENDS.length || closed.length !== FRIENDS.length)
    return { off, problem: `${visits.length} visits, of them ${closed.length} closed` };
  return off <= 1000 ? { off } : { off, problem: `a time is ${off} ms off` };
}
