import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import { openPushService, PushBrowser } from '#tests/support/server/push-browser.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { test as base } from './framme.ts';
import { filled, type Words } from './parent.ts';
import { pressStill } from './still.ts';
import { type atTheDoor, openVisitOf } from './the-door.ts';

type PushService = Awaited<ReturnType<typeof openPushService>>;

/** The parent's answer to the browser's question, or how its push service fails. */
type Answer = 'refused' | 'denied' | 'dismissed' | 'unreachable' | 'silent';

/** Playwright's test with a push service of this machine, to which the server may send, and a browser that may subscribe there. */
export const test = base.extend<{ service: PushService; device: NotifiedBrowser }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from a destructured argument.
  service: async ({}, use) => {
    const service = await openPushService();
    await use(service);
    service.close();
  },
  server: async ({ service, page }, use) => {
    const server = await startServer({ env: { PUSH_SERVICES: service.origin } });
    await use(server);
    await page.context().close();
    await server.stop();
  },
  device: async ({ service, context }, use) => {
    const device = new NotifiedBrowser(service);
    await device.replace(context);
    await use(device);
  },
});

/** A browser that subscribed: it opens what the push service got for it. */
class NotifiedBrowser {
  readonly #browser = new PushBrowser();
  readonly #service: PushService;

  constructor(service: PushService) {
    this.#service = service;
  }

  /** The titles of the messages that came, in order. */
  titles(): string[] {
    return this.#service.got.map(({ body }) => JSON.parse(this.#browser.open(body).text).notification.title);
  }

  /**
   * Stands in for the permission and the subscription, which npm's Chromium refuses: `prove:browsers` asks real ones. Each
   * subscription has a path of its own at the push service.
   */
  async replace(context: BrowserContext): Promise<void> {
    const { keys } = this.#browser;
    await context.addInitScript(stub, { origin: this.#service.origin, keys });
  }
}

/** Chooses what the browser answers from the next load on, as one that was never asked. */
export async function answerWith(page: Page, answer: Answer): Promise<void> {
  await page.evaluate((given) => {
    for (const key of ['test.permission', 'test.subscription', 'framme.push']) localStorage.removeItem(key);
    localStorage.setItem('test.answer', given);
  }, answer);
}

/** Returns the endpoint that the browser holds; undefined if it has no subscription. */
export const endpointOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('test.subscription') ?? '{}').endpoint);

/** Opens the page of the device and returns its section about notifications. */
export async function openDevicePage(page: Page, url: string, words: Words) {
  await page.goto(`${url}/profile/device`);
  const section = page.getByRole('region', { name: words.notifications.title, exact: true });
  await expect(section.getByText(words.notifications.honest)).toBeVisible();
  return section;
}

/** Plans the time home of the friend, who is here, in half an hour, on another phone. */
export async function planHome({ home, ella }: Awaited<ReturnType<typeof atTheDoor>>): Promise<void> {
  const { visit } = await openVisitOf(home, ella);
  await home.run('expectHome', { ...ella, visit, at: isoTime(Date.now() + 30 * MINUTE_MS) });
}

/** The offer on the board. */
export const offerOn = (page: Page, { title }: Words['notifications']): Locator =>
  page.getByRole('region', { name: `${title}?` });

/** Turns it on, and waits until the server has it: the switch moves before. */
export async function turnOn(section: Locator, { notifications }: Words): Promise<void> {
  await pressStill(section.getByRole('switch', { name: notifications.switch }));
  await expect(section.getByText(filled(notifications.since, { date: '' }).slice(0, 8))).toBeVisible();
}

interface Stub {
  origin: string;
  keys: { p256dh: string; auth: string };
}

function stub({ origin, keys }: Stub): void {
  const key = 'test.subscription';
  // Asked for late: a blank page has no storage.
  const answer = () => localStorage.getItem('test.answer') ?? 'granted';
  const permission = () =>
    answer() === 'denied' ? 'denied' : (localStorage.getItem('test.permission') ?? 'default');
  Object.defineProperty(Notification, 'permission', { get: permission });
  Notification.requestPermission = async () => {
    if (answer() !== 'dismissed')
      localStorage.setItem('test.permission', answer() === 'refused' ? 'denied' : 'granted');
    return permission() as NotificationPermission;
  };
  const bytesOf = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  const kept = () => {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null');
    return (
      stored && {
        endpoint: stored.endpoint,
        options: { applicationServerKey: bytesOf(stored.key).buffer },
        toJSON: () => ({ endpoint: stored.endpoint, keys }),
        unsubscribe: async () => {
          localStorage.removeItem(key);
          return true;
        },
      }
    );
  };
  Object.assign(PushManager.prototype, {
    getSubscription: async () => kept(),
    subscribe: async (options: { applicationServerKey: string }) => {
      if (answer() === 'unreachable') throw new DOMException('push service error', 'AbortError');
      if (answer() === 'silent') await new Promise(() => undefined);
      const endpoint = kept()?.endpoint ?? `${origin}/${crypto.randomUUID()}`;
      localStorage.setItem(key, JSON.stringify({ endpoint, key: options.applicationServerKey }));
      return kept();
    },
  });
}
