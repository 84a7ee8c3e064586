import { expect, type Page } from '@playwright/test';
import { allowConsole } from '#tests/support/browser/journey.ts';
import { freePort } from '#tests/support/free-port.ts';
import { startLoginProxy } from '#tests/support/server/login-proxy.ts';
import { NEXT_VERSION } from '#tests/support/server/next-version.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { intercept } from './support/intercept.ts';
import { SERVER_GONE, untilControlled } from './support/offline.ts';
import { filled } from './support/parent.ts';
import { signIn } from './support/signed-in.ts';
import { waitForSync } from './support/unsent.ts';
import { family, NEXT_SERVER, test } from './support/upgrades.ts';

test.use({ serviceWorkers: 'allow' });

test('after an upgrade open tabs go on, and each reload button shows the new version', {
  tag: '@full',
}, async ({ page, browser, ownServer: server, startInPlaceOf, words, watch }) => {
  allowConsole(SERVER_GONE);
  allowConsole(/status of (404|409|503)/);
  allowConsole(/Failed to fetch|LoadFailed|Refused to apply style|broken by the test/);
  const { common, people, update } = words;
  const account = words.profile.pages.account.title;
  const home = await family(page, server.url);
  const isNew = (tab: Page) => expect(tab.getByText(NEXT_VERSION.after)).toBeAttached({ timeout: 30_000 });
  const isOld = (tab: Page) => expect(tab.getByText(NEXT_VERSION.before)).toBeAttached();
  const open = async (tab: Page, path = '/dashboard') => {
    await tab.goto(server.url + path);
    await isOld(tab);
    await expect(tab.getByRole('main').getByText('Ella').first()).toBeVisible();
  };
  await open(page);
  await untilControlled(page);
  const second = await page.context().newPage();
  const third = await page.context().newPage();
  const fourth = await page.context().newPage();
  await open(second, '/profile');
  await open(third, '/profile');
  await open(fourth, '/profile');
  const control = await browser.newContext({ serviceWorkers: 'block', locale: 'sv-SE' });
  watch(control);
  await signIn(control, home, server.url);
  const uncontrolled = await control.newPage();
  await open(uncontrolled, '/profile');
  await server.stop();
  const next = await startInPlaceOf(server, NEXT_SERVER);

  await test.step('the update is offered once nothing waits', async () => {
    const offer = page.getByRole('button', { name: update.now });
    await next.stop();
    await page.getByRole('button', { name: filled(people.checkInNamed, { name: 'Ella' }) }).click();
    await next.restart();
    await page.reload();
    await isOld(page);
    await waitForSync(page);
    await expect(offer).toBeVisible({ timeout: 30_000 });
    await offer.click();
    await isNew(page);
    await expect(
      page.getByRole('button', { name: filled(people.checkOutNamed, { name: 'Ella' }) }),
    ).toBeVisible();
  });

  await test.step('another open tab opens a page that it never fetched; the control cannot', async () => {
    const link = (tab: Page) => tab.getByRole('main').getByRole('link', { name: account });
    await link(second).click();
    await expect(second.getByRole('heading', { level: 1, name: account })).toBeVisible();
    await isOld(second);
    await link(uncontrolled).click();
    // The file is gone from the server: only the new version can show the page.
    await isNew(uncontrolled);
  });

  await test.step('a page whose file is gone from the device too loads the new version by itself', async () => {
    const devTools = await third.context().newCDPSession(third);
    await devTools.send('Network.clearBrowserCache');
    await third.evaluate(async () => {
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys())
          if (/account-(?!.*next)/.test(url)) await (await caches.open(name)).delete(url);
    });
    await third.getByRole('main').getByRole('link', { name: account }).click();
    await isNew(third);
  });

  await test.step('the button of a page that crashed', async () => {
    await isOld(fourth);
    await fourth.evaluate(() => {
      Intl.DateTimeFormat = class {
        constructor() {
          throw new Error('broken by the test');
        }
      } as unknown as typeof Intl.DateTimeFormat;
    });
    await fourth.getByRole('link', { name: common.nav.history }).filter({ visible: true }).first().click();
    await fourth.getByRole('button', { name: common.crash.reload }).click();
    await isNew(fourth);
  });
  await control.close();
  await page.context().close();
});

test('turned off by the host, one visit leaves neither service worker nor cache', { tag: '@full' }, async ({
  page,
  ownServer: server,
  startInPlaceOf,
  parent,
  words,
}) => {
  allowConsole(SERVER_GONE);
  await family(page, server.url);
  await page.goto(`${server.url}/dashboard`);
  await untilControlled(page);
  await page.goto('about:blank');
  await server.stop();
  await startInPlaceOf(server, { env: { SERVICE_WORKER: 'off' } });
  await page.goto(`${server.url}/dashboard`);
  const left = () =>
    page.evaluate(async () => [
      ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
      ...(await caches.keys()),
    ]);
  await expect.poll(left, { timeout: 30_000 }).toEqual([]);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: words.common.nav.dashboard })).toBeVisible();
  await parent.follow(words.common.nav.profile);
  expect(await left()).toEqual([]);
  await page.close();
});

test('behind a login proxy whose session ended the app starts, keeps taps and leads to the log-in', {
  tag: '@full',
}, async ({ page, endLater, words }) => {
  allowConsole(/ERR_|401|Failed to load resource|CORS/);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = await startServer({ env: { PUBLIC_URL: url } });
  endLater(server.kill);
  const proxy = await startLoginProxy(port, server.url);
  endLater(proxy.close);
  await family(page, url);
  await page.goto(`${url}/dashboard`);
  await untilControlled(page);
  proxy.isLoggedIn = false;
  await page.reload();
  await page.getByRole('button', { name: filled(words.people.checkInNamed, { name: 'Ella' }) }).click();
  await page.getByRole('button', { name: words.update.goOn }).click();
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect.poll(() => server.stdout).toContain('"Ella" in');
  await expect(page).toHaveURL(`${url}/dashboard`);
  await expect(page.getByText(words.update.interceptedTitle)).toHaveCount(0);
  await page.context().close();
});

/** Longer than the app waits between two looks for an open dialog, in ms. */
const A_WHILE = 2500;

/** Asks the server for a new version, and waits until it is stored on the device. */
async function untilNewVersionWaits(page: Page): Promise<void> {
  const hasWaiting = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update().catch(() => undefined);
      return registration?.waiting?.state;
    });
  await expect.poll(hasWaiting, { timeout: 30_000 }).toBe('installed');
}

/** Marks a page, so that a reload shows. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { isMarked: true }));
const isMarked = (page: Page) => page.evaluate(() => Object(window).isMarked === true);

test('a new version is not offered while taps wait, and then it is', { tag: '@full' }, async ({
  page,
  ownServer: server,
  startInPlaceOf,
  words,
}) => {
  allowConsole(SERVER_GONE);
  allowConsole(/ERR_FAILED/);
  const { people, update, common } = words;
  const home = await family(page, server.url);
  await page.goto(`${server.url}/dashboard`);
  await untilControlled(page);
  await mark(page);
  await server.stop();
  const letThrough = await intercept(page, '**/api/sync');
  await page.getByRole('button', { name: filled(people.checkInNamed, { name: 'Ella' }) }).click();
  await startInPlaceOf(server, NEXT_SERVER);
  await untilNewVersionWaits(page);
  await page.waitForTimeout(A_WHILE);
  const offer = page.getByRole('button', { name: update.now });
  await expect(page.getByText(filled(common.banner.waiting.one, { count: 1 }))).toBeAttached();
  await expect(offer).toHaveCount(0);

  letThrough();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(offer).toBeVisible();
  await expect(page.getByText(NEXT_VERSION.before)).toBeAttached();
  expect(await isMarked(page)).toBe(true);
  const here = [...(await home.documents()).values()].filter((one) => 'open' in one && one.open);
  expect(here).toHaveLength(1);
  await page.context().close();
});

test('a new version is not offered over an open dialog, nor does another tab that takes it reload this one', {
  tag: '@full',
}, async ({ page, ownServer: server, startInPlaceOf, words }) => {
  allowConsole(SERVER_GONE);
  const { common, hereNow, update } = words;
  await family(page, server.url);
  await page.goto(`${server.url}/dashboard`);
  await untilControlled(page);
  const other = await page.context().newPage();
  await other.goto(`${server.url}/profile`);
  const offer = (tab: Page) => tab.getByRole('button', { name: update.now });
  const sheet = page.getByRole('dialog');
  await page.bringToFront();
  await page.getByRole('main').getByRole('button', { name: common.checkIn, exact: true }).first().click();
  await expect(sheet).toBeVisible();
  await mark(page);
  await server.stop();
  await startInPlaceOf(server, NEXT_SERVER);
  await untilNewVersionWaits(page);

  await test.step('the tab without a dialog offers it and takes it', async () => {
    await other.bringToFront();
    await expect(offer(other)).toBeVisible({ timeout: 30_000 });
    await offer(other).click();
    await expect(other.getByText(NEXT_VERSION.after)).toBeAttached({ timeout: 30_000 });
  });

  await test.step('the dialog stays as it is, and nothing is offered over it', async () => {
    await page.bringToFront();
    await page.waitForTimeout(A_WHILE);
    await expect(sheet).toBeVisible();
    await expect(offer(page)).toHaveCount(0);
    expect(await isMarked(page)).toBe(true);
  });

  await test.step('after it the offer comes', async () => {
    await sheet.getByRole('button', { name: hereNow.done, exact: true }).click();
    await expect(offer(page)).toBeVisible();
    await offer(page).click();
    await expect(page.getByText(NEXT_VERSION.after)).toBeAttached({ timeout: 30_000 });
  });
  await page.context().close();
});
