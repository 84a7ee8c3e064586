import { setTimeout as sleep } from 'node:timers/promises';
import { Board, until } from './board.ts';
import { launchNotified } from './notified-chromium.ts';
import { claim, NotHeld, type Place } from './place.ts';
import { untilShown } from './shown-notifications.ts';

const SOON_MS = 10_000;
type Browser = Awaited<ReturnType<typeof launchNotified>>;

const WORDS = 'Svar om Ella: på väg';
/** Messages, and what each shows: the second is cut off, the third empty. */
const MESSAGES = [
  [messageOf('/dashboard', WORDS), WORDS],
  ['{"notification":', 'Framme'],
  ['', 'Framme'],
] as const;

/** Each message shows a notification with no page open and no worker running, also one that cannot be read. */
export async function shownMessages(place: Place): Promise<string> {
  const browser = await notified(place);
  try {
    const wanted: RegExp[] = [];
    for (const [data, title] of MESSAGES) {
      wanted.unshift(new RegExp(`^${title}$`));
      await browser.deliver(data);
      await claim(() => untilShown(browser, place.gate.url, wanted));
    }
    return 'a message, one cut off and one empty to a stopped worker: three notifications';
  } finally {
    await browser.close();
  }
}

/** A press on a notification opens the board, or shows the page of the app that is open, and never an address of another origin. */
export async function pressedNotification(place: Place): Promise<string> {
  const { url } = place.gate;
  const [home, foreign] = [`${url}/dashboard`, url.replace('localhost', '127.0.0.1')];
  const browser = await notified(place);
  const mustBeAt = async (address: string) => {
    const open = await browser.addresses();
    if (open.join() !== `about:blank,${address}`) throw new NotHeld(`a press led to ${open}`);
  };
  const isAnyOpen = async () => (await browser.addresses()).some((one) => !['', 'about:blank'].includes(one));
  try {
    await place.server.stop();
    await pressOne(browser, home, isAnyOpen);
    await mustBeAt(home);
    const tab = await browser.tabAt(home);
    const board = new Board(tab, place);
    await claim(() => board.untilOut('Vän 1'));
    await board.open('/history');
    await browser.hidePages();
    const isSeen = () => tab.run<boolean>('document.visibilityState === "visible"');
    await until('the page is hidden', async () => !(await isSeen()), SOON_MS);
    await pressOne(browser, home, isSeen);
    await mustBeAt(`${url}/history`);
    await tab.close();
    await pressOne(browser, foreign, isAnyOpen);
    await mustBeAt(home);
    return 'with the server stopped a press opened the board, then showed the page behind another, then opened the board and no foreign address';
  } finally {
    await browser.close();
  }
}

/** Starts a browser that has stored the app of a signed-in family and has no page open. */
async function notified(place: Place): Promise<Browser> {
  const home = await place.family(2);
  const browser = await launchNotified(place.gate.url);
  try {
    const board = new Board(await browser.openTab(), place);
    await board.signIn(home);
    await board.untilOut('Vän 1');
    await board.untilStored();
    await board.tab.close();
    return browser;
  } catch (error) {
    await browser.close();
    throw error;
  }
}

function messageOf(navigate: string, title: string): string {
  return JSON.stringify({ web_push: 8030, notification: { title, lang: 'sv', tag: title, navigate } });
}

/** Delivers a message that leads there, and presses its notification until something holds, which is the claim. */
async function pressOne(browser: Browser, navigate: string, hasLed: () => Promise<boolean>): Promise<void> {
  await browser.deliver(messageOf(navigate, WORDS));
  const isLed = async () => {
    // It moves in from the edge.
    await sleep(300);
    browser.press();
    await sleep(300);
    return hasLed();
  };
  await claim(() => until(`a press led to ${navigate}`, isLed, SOON_MS));
}
