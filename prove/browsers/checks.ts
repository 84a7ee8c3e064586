import { setTimeout as sleep } from 'node:timers/promises';
import type { HouseholdOnPhone } from '#tests/support/people/household.ts';
import { runFolder } from '#tests/support/run-folder.ts';
import { arrivalsOf, Board, checkInOf, until } from './board.ts';
import type { RunningBrowser } from './engine.ts';
import { claim, copyProfile, inNewBrowser, NotHeld, type Place } from './place.ts';

const isAtServer = async (home: HouseholdOnPhone, name: string) =>
  (await arrivalsOf(home)).some((one) => one.name === name && Date.now() - Date.parse(one.at) < 600_000);

/** The app opens where there is no network; what is tapped there is sent when it is back. */
export async function offlineStart(place: Place): Promise<string> {
  const { engine, gate, family } = place;
  const [home, folder] = [await family(), runFolder()];
  let browser = await engine.launch(folder);
  let board = new Board(await browser.openTab(), place);
  await board.signIn(home);
  await board.untilOut('Vän 1');
  await board.untilStored();
  if (engine.keepsProfile) await browser.close();
  gate.isDown = true;
  try {
    if (engine.keepsProfile) {
      browser = await engine.launch(folder);
      board = new Board(await browser.openTab(), place);
    }
    return await claim(async () => {
      await board.open();
      for (const name of ['Vän 1', 'Vän 2', 'Vän 3']) {
        await board.untilOut(name);
        if (!(await board.checkIn(name))) throw new Error(`${name} was not shown as here`);
      }
      gate.isDown = false;
      await until('all three are at the server', () => isAtServer(home, 'Vän 3'), 90_000);
      const names = (await arrivalsOf(home)).slice(0, 3).map(({ name }) => name);
      if (names.join() !== 'Vän 3,Vän 2,Vän 1') throw new Error(`the order was ${names}`);
      return `${engine.keepsProfile ? 'started' : 'reloaded'} without a network, 3 taps sent in order afterwards`;
    });
  } finally {
    await browser.close();
  }
}

const KILLED_AFTER = [0, 10, 30, 100, 250, 500];

/**
 * A tap is there and is sent after the whole browser was killed, so many ms after the tap was shown, if its row said by then
 * that it is done and not that it is being saved.
 */
export async function killedBrowser(place: Place): Promise<string> {
  const { engine, gate, family } = place;
  const [home, folder, before] = [await family(), runFolder(), runFolder()];
  const [unsaved, unshown]: [number[], number[]] = [[], []];
  // Closed once, so that the session is on the disk.
  const first = await engine.launch(folder);
  await new Board(await first.openTab(), place).signIn(home);
  await sleep(2000);
  await first.close();
  for (const [at, after] of KILLED_AFTER.entries()) {
    const name = `Vän ${at + 1}`;
    if (place.removal?.forgets) await copyProfile(folder, before);
    const browser = await engine.launch(folder);
    const board = new Board(await browser.openTab(), place);
    await board.open();
    await board.untilOut(name);
    await sleep(1000);
    gate.delay = 120_000;
    const isShown = await board.checkIn(name);
    await sleep(after);
    const isSaved = await board.isSaved(name);
    await browser.kill();
    if (place.removal?.forgets) await copyProfile(before, folder);
    gate.delay = 0;
    if (await isAtServer(home, name)) throw new Error('the tap was sent before the browser was killed');
    const next = await engine.launch(folder);
    const again = new Board(await next.openTab(), place);
    await again.open();
    const isThere = isShown && (await isFound(again, home, name));
    await next.close();
    if (!isShown) unshown.push(after);
    else if (!isThere && isSaved) throw new NotHeld(`lost when killed after ${after} ms`);
    else if (!isThere) unsaved.push(after);
  }
  if (unshown.length > 0) throw new NotHeld(`not shown within a frame: ${unshown.join(', ')} ms`);
  const words = unsaved.length > 0 ? `while it was being saved, after ${unsaved.join(', ')} ms` : 'none';
  return `killed ${KILLED_AFTER.join(', ')} ms after the tap was shown: lost: ${words}`;
}

/** True if the board shows the arrival, and the server has it in the end. */
async function isFound(board: Board, home: HouseholdOnPhone, name: string): Promise<boolean> {
  try {
    await board.untilHere(name);
    await until(`${name} is at the server`, () => isAtServer(home, name));
    return true;
  } catch {
    return false;
  }
}

/** A tap in a tab that is closed at once is shown and sent by another tab within two seconds. */
export async function closedTab(place: Place): Promise<string> {
  const home = await place.family();
  return inNewBrowser(place, async (browser) => {
    const board = new Board(await browser.openTab(), place);
    await board.signIn(home);
    const slowest: number[] = [];
    for (const name of ['Vän 1', 'Vän 2', 'Vän 3']) {
      const other = new Board(await browser.openTab(), place);
      await other.open();
      await other.untilOut(name);
      await sleep(1000);
      await other.pressAndClose(checkInOf(name));
      const begun = Date.now();
      await claim(() => board.untilArrived(name, 5000));
      slowest.push(Date.now() - begun);
      await claim(() => until(`${name} is at the server`, () => isAtServer(home, name)));
    }
    return `adopted within ${Math.max(...slowest)} ms`;
  });
}

/** Moves the clock of a page by so many ms; its uptime runs on. */
const moved = (error: number) =>
  `(() => { const Right = Date; const error = ${error}; window.Date = class extends Right { constructor(...time) { super(...(time.length === 0 ? [Right.now() + error] : time)); } static now() { return Right.now() + error; } }; })()`;

/** By a clock that is off and an upload of 12 s, a tap is within two seconds of the touch, and the board counts by the server's. */
export async function wrongClock(place: Place): Promise<string> {
  const errors = [-180, 47, 600].map((minutes) => minutes * 60_000);
  for (const error of errors) {
    const home = await place.family();
    await inNewBrowser(place, (browser) => tapByWrongClock(place, browser, home, error));
  }
  return `clocks off by ${errors.map((error) => `${error / 60_000} min`).join(', ')}, upload 12 s: within 2 s, or marked as approximate`;
}

async function tapByWrongClock(
  place: Place,
  browser: RunningBrowser,
  home: HouseholdOnPhone,
  error: number,
): Promise<void> {
  const { engine, gate } = place;
  const board = new Board(await browser.openTab(moved(error)), place);
  await board.signIn(home);
  await board.untilOut('Vän 1');
  if (!engine.preloads) await board.tab.run(moved(error));
  // Until a sync has told by which clock this page goes.
  await sleep(engine.preloads ? 1500 : 27_000);
  gate.delay = 12_000;
  const touch = Date.now();
  await board.checkIn('Vän 1');
  if (!(await board.isJustNow('Vän 1')))
    throw new NotHeld(`${error} ms off, the board counts by the phone's clock`);
  await until('the tap is at the server', () => isAtServer(home, 'Vän 1'), 60_000);
  gate.delay = 0;
  const [arrived] = await arrivalsOf(home);
  const off = Date.parse(arrived?.at ?? '') - touch;
  if (!(Math.abs(off) <= 2000) && arrived?.certainty !== 'uncertain')
    throw new NotHeld(`${error} ms off, the tap is ${off} ms off and ${arrived?.certainty}`);
}
