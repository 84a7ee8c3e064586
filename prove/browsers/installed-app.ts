import { setTimeout as sleep } from 'node:timers/promises';
import { Board, until } from './board.ts';
import { launchInstallable } from './installable.ts';
import { claim, type Place } from './place.ts';
import { profile } from './profile.ts';
import { drained, familyWithGuests, tapAll } from './waiting-taps.ts';

/** Installed, closed and launched again without a server, the app is a window of its own with the board and takes a thousand taps. */
export async function installedApp(place: Place): Promise<string> {
  const { gate, server } = place;
  const [{ home, guests }, folder] = [await familyWithGuests(place), await profile()];
  const first = await launchInstallable(folder, gate.url);
  const before = new Board(await first.openTab(), place);
  await before.signIn(home);
  await before.untilOut('Vän 1');
  await before.untilStored();
  await first.install();
  await first.close();
  await server.stop();
  const browser = await launchInstallable(folder, gate.url);
  try {
    return await claim(async () => {
      const app = new Board(await browser.launchApp(), place);
      await app.untilOut('Vän 1');
      if (!(await app.checkIn('Vän 1'))) throw new Error('the tap was not shown');
      await untilBadge(browser, 1);
      const tab = new Board(await browser.openTab(), place);
      await app.open(guests);
      await tab.open(guests);
      await tapAll([app, tab]);
      await untilBadge(browser, 1001);
      const words = await drained(place, home, [app, tab]);
      await untilBadge(browser, 0);
      return `launched without a server: standalone, a tap, the badges 1, 1001 and 0; ${words}`;
    });
  } finally {
    await browser.close();
  }
}

/** Resolves once the icon of the app shows this number. */
async function untilBadge(browser: { badge(): Promise<number> }, count: number): Promise<void> {
  // The badge follows a second after the last tap.
  await sleep(1000);
  await until(`the badge is ${count}`, async () => (await browser.badge()) === count);
}
