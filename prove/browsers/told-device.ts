import { setTimeout as sleep } from 'node:timers/promises';
import { ANSWERS_APART_MS } from '#domain/links/link-holder.ts';
import { calls } from '#domain/protocol/calls.ts';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import { followingFamilies } from '#tests/support/people/following-families.ts';
import { type HostTaps, hostWithLink } from '#tests/support/people/host-taps.ts';
import { done } from '#tests/support/people/two-parents.ts';
import { walkHome } from '#tests/support/people/way-home.ts';
import { runFolder } from '#tests/support/run-folder.ts';
import { postJson } from '#tests/support/server/http.ts';
import { openPushService, PushBrowser } from '#tests/support/server/push-browser.ts';
import { MOVED_CLOCK, moveClock } from '../load/trip-server.ts';
import { Autopush } from './autopush.ts';
import { Board, until } from './board.ts';
import type { RunningBrowser, Tab } from './engine.ts';
import { claim, NotHeld, type Place, startWithout } from './place.ts';

/** A message is handed over, and shown, within so many ms. */
const SOON_MS = 15_000;
const ASKED = /^Kan Ella stanna till \d\d:\d\d\?$/;
const ON_THE_WAY = /^Svar om Ella: på väg$/;

/**
 * A device that its parent turned on shows the other family's answer with no page open, and of two answers that came while its
 * browser was closed the last; turned off, its endpoint is gone.
 */
export async function toldDevice({ engine, removal }: Place): Promise<string> {
  const service = await new Autopush().open();
  const server = await startWithout(removal, { PUSH_SERVICES: service.origin });
  const [host, folder] = [await hostWithLink(server.url), runFolder()];
  let browser = await engine.launch(folder, service.socketUrl);
  try {
    let board = new Board(await browser.openTab(), { gate: server, removal });
    await board.signIn(host.linked.phone);
    await board.untilStored();
    await turn(board, true);
    await board.tab.goto('about:blank');
    const begun = await answer(server.url, host, 'stay');
    await untilGot(service, 1);
    await claim(async () => untilShown(await browser.openTab(), server.url, [ASKED]));
    const shownIn = Date.now() - begun;
    await browser.close();
    await answer(server.url, host, 'stay');
    await until('the push service has the second', async () => service.taken === 2, SOON_MS);
    await answer(server.url, host, 'on-my-way');
    await until('the push service has the third', async () => service.taken === 3, SOON_MS);
    if (service.kept !== 1) throw new NotHeld(`${service.kept} messages of one topic were kept`);
    browser = await engine.launch(folder, service.socketUrl);
    await untilGot(service, 3);
    await claim(async () => untilShown(await browser.openTab(), server.url, [ON_THE_WAY]));
    const [endpoint = 'none'] = service.endpoints;
    board = new Board(await browser.openTab(), { gate: server, removal });
    await turn(board, false);
    const { status } = await fetch(endpoint, { method: 'POST', headers: { ttl: '60' } });
    if (status !== 410) throw new NotHeld(`turned off, the endpoint answers ${status}`);
    return `shown with no page open within ${shownIn} ms of the answer; of two that came while it was closed the last at its restart; turned off: 410`;
  } finally {
    await browser.close();
    await server.kill();
    await service.close();
  }
}

/**
 * A child goes home alone, and nobody says that it came: its home is asked, then the host told, with no page open. Chromium
 * knows only Google's push service: in its place DevTools hands over what the server sent.
 */
export async function lateTrip({ engine, removal }: Place): Promise<string> {
  const isReal = engine.name === 'Firefox';
  const [service, mailbox] = [await new Autopush().open(), await openPushService()];
  const env = { PUSH_SERVICES: isReal ? service.origin : mailbox.origin };
  const server = await startWithout(removal, env, [MOVED_CLOCK]);
  const families = await followingFamilies(server.url);
  const [browsers, tabs, keys]: [RunningBrowser[], Tab[], PushBrowser] = [[], [], new PushBrowser()];
  try {
    for (const phone of [families.home, families.host]) {
      const browser = await engine.launch(runFolder(), service.socketUrl);
      browsers.push(browser);
      const board = new Board(await browser.openTab(), { gate: server, removal });
      await board.signIn(phone);
      await board.untilStored();
      const endpoint = `${mailbox.origin}/${phone.device}`;
      if (isReal) await turn(board, true);
      else await done(phone, 'subscribe', { endpoint, ...keys.keys, taps: false });
      await board.tab.goto('about:blank');
      tabs.push(board.tab);
    }
    await walkHome(families, { minutes: 5 });
    const late = [/^Är Ella hemma\?$/, /^Ingen har sagt att Ella är hemma$/];
    for (const [index, tab] of tabs.entries()) {
      moveClock(server, Date.now() + (15 + 10 * index) * MINUTE_MS);
      await until('a message was sent', async () => service.taken + mailbox.got.length > index, SOON_MS);
      if (isReal) await untilGot(service, index + 1);
      else await tab.deliver?.(server.url, keys.open(mailbox.got[index]?.body as Buffer).text);
      await claim(() => untilShown(tab, server.url, late.slice(index, index + 1)));
    }
    return 'with no page open the home was asked ten minutes late, and the host told ten minutes later';
  } finally {
    for (const browser of browsers) await browser.close();
    await server.kill();
    await service.close();
    mailbox.close();
  }
}

/** Presses the switch of the device page. Resolves once it stands as wished, and nothing is under way. */
async function turn(board: Board, on: boolean): Promise<void> {
  await board.open('/profile/device');
  const element = 'document.querySelector(\'input[name="notify"]\')';
  const isStill = (checked: boolean) =>
    until(
      `the switch is ${checked ? 'on' : 'off'}`,
      () =>
        board.tab.run<boolean>(
          `(one => one.checked === ${checked} && one.ariaDisabled !== 'true')(${element})`,
        ),
      SOON_MS,
    );
  await isStill(!on);
  await board.tab.run(`${element}.click()`);
  await isStill(on);
}

/** Answers as the other family does, once the server takes another one. Returns the time, in ms. */
async function answer(url: string, { linked }: HostTaps, code: 'stay' | 'on-my-way'): Promise<number> {
  await sleep(ANSWERS_APART_MS);
  const asked = { until: isoTime(Math.floor(Date.now() / MINUTE_MS + 45) * MINUTE_MS) };
  const given = { link: linked.link, answer: { code, ...(code === 'stay' && asked) } };
  const begun = Date.now();
  const { status } = await postJson(url, calls.answerVisit.path, given);
  if (status !== 200) throw new Error(`an answer was answered ${status}`);
  return begun;
}

/** Resolves once so many messages were taken, and the browser has said that it got all that are left. */
async function untilGot(service: Autopush, count: number): Promise<void> {
  const isGot = async () => service.taken === count && service.kept === 0;
  await until(`the browser got message ${count}`, isGot, SOON_MS);
}

const SHOWN =
  "navigator.serviceWorker.getRegistration('/').then((one) => one.getNotifications()).then((all) => all.map(({ title }) => title))";

/** Resolves once notifications of these titles stand, and no others. They are read in the tab at a page of the origin without the app, which would close them. */
async function untilShown(tab: Tab, url: string, wanted: readonly RegExp[]): Promise<void> {
  let titles: string[] = [];
  const isShown = async () => {
    titles = (await tab.run<string[]>(SHOWN)).toSorted();
    return titles.length === wanted.length && wanted.every((one, at) => one.test(titles[at] ?? ''));
  };
  try {
    await tab.goto(`${url}/robots.txt`);
    await until(`shown are ${wanted.join(', ')}`, isShown, 15_000);
  } catch (error) {
    throw new Error(`${(error as Error).message}; there are: ${titles.join(', ') || 'none'}`);
  } finally {
    await tab.close();
  }
}
