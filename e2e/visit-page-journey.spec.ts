import { type BrowserContext, expect, type Page } from '@playwright/test';
import { hostWithLink } from '#tests/support/people/host-taps.ts';
import { visitOf } from '#tests/support/people/linked-visit.ts';
import { allowConsole, test } from './support/framme.ts';
import { seenSoon } from './support/soon.ts';
import { headlineOf, lookAgain } from './support/visit-page.ts';

test.use({ viewport: { width: 360, height: 640 }, serviceWorkers: 'allow' });

/** Times of a visit as its page says them. */
const clock = (time: string) =>
  new Date(time).toLocaleTimeString('sv-SE', {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Europe/Stockholm',
  });

/** A text with a time of day; the page puts the day before a time after midnight. */
const withTime = (before: string, time: string, after = '') =>
  new RegExp(`${before}(?:\\d+ \\S+ )?${time}${after}`);

/** Returns everything that a browser keeps of a server. */
async function keptBy(page: Page, context: BrowserContext): Promise<unknown> {
  return {
    cookies: await context.cookies(),
    ...(await page.evaluate(async () => ({
      local: { ...localStorage },
      session: { ...sessionStorage },
      databases: await indexedDB.databases(),
      caches: await caches.keys(),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    }))),
  };
}

const NOTHING = { cookies: [], local: {}, session: {}, databases: [], caches: [], workers: 0 };

test('a reader follows a visit live, through corrections and a kill', async ({
  page,
  context,
  ownServer,
}) => {
  // The killed server, and the link that shows nothing at the end.
  allowConsole(/Failed to load resource|ERR_/);
  const host = await hostWithLink(ownServer.url);
  const main = page.getByRole('main');
  const sees = (text: string | RegExp) => seenSoon(page, () => main.getByText(text).first().isVisible());
  await page.goto(ownServer.url + host.path);
  await expect(main).toContainText('Ella är hos Noah');
  await expect(main).not.toContainText('Lind');

  await test.step('the first time that it is on screen counts as opened, once', async () => {
    await expect.poll(async () => (await visitOf(host.linked)).links?.[0]?.openedAt).toBeDefined();
    const first = (await visitOf(host.linked)).links?.[0]?.openedAt;
    await page.reload();
    await expect(main).toContainText('Ella är hos Noah');
    await page.waitForTimeout(1500);
    expect((await visitOf(host.linked)).links?.[0]?.openedAt).toBe(first);
  });

  await sees(withTime('^Hem omkring ', clock(await host.plan(90)), '$'));
  await sees(withTime('^Kom ', clock(await host.correctArrival(20)), ' \\(rättad\\)'));
  const checkOut = await host.checkOut();
  await sees('Ella har gått hem');
  await host.undo(checkOut);
  await sees('Ella är hos Noah');

  await test.step('an answer reaches the visit and can be taken back, and the host’s reply reaches the page', async () => {
    await page.getByRole('button', { name: 'Tack' }).click();
    await sees(/^Du svarade: Tack$/);
    expect((await visitOf(host.linked)).answer?.code).toBe('thanks');
    await page.getByRole('button', { name: 'Ångra' }).click();
    await sees('Svaret är återtaget.');
    expect(await visitOf(host.linked)).not.toHaveProperty('answer');
    await page.waitForTimeout(3100);
    await page
      .getByRole('button', { name: /^Kan Ella stanna till/ })
      .first()
      .click();
    await sees(withTime(': Kan Ella stanna till ', '\\d\\d:\\d\\d', '\\?$'));
    const answeredAt = (await visitOf(host.linked)).answer?.at ?? '';
    await host.reply(answeredAt, true);
    await sees(withTime('^Svar: ja, till ', '\\d\\d:\\d\\d', '$'));
  });

  await test.step('without the server it says so, and comes back', async () => {
    await ownServer.kill();
    await expect(main.getByText(/^Ingen kontakt\. Senast uppdaterad \d\d:\d\d\.$/)).toBeVisible();
    await expect(main).toContainText('Ella är hos Noah');
    await ownServer.restart();
    // The wait for the next attempt has grown meanwhile, up to twenty seconds.
    await lookAgain(page);
    await expect(main.getByText(/^Uppdaterad \d\d:\d\d$/)).toBeVisible();
    await host.checkOut();
    await expect(main.getByText('Ella har gått hem')).toBeVisible();
  });

  await host.takeBack();
  await sees('Länken gäller inte längre.');
  await expect(page.locator('body')).not.toContainText('Ella');
  expect(await keptBy(page, context)).toEqual(NOTHING);
});

test('nothing is kept on the device until the language is pressed for, and then the language alone', {
  tag: '@full',
}, async ({ page, context, server }) => {
  const { path } = await hostWithLink(server.url);
  await page.goto(server.url + path.replace('#', '?lng=sv#'));
  await expect(page.getByText('Ella är hos Noah').first()).toBeVisible();
  await page.getByRole('button', { name: 'Det här finns sparat om er' }).click();
  await expect(page.getByRole('dialog')).toContainText('Ella Lind');
  await page.keyboard.press('Escape');
  expect(await keptBy(page, context)).toEqual(NOTHING);
  await page.getByRole('button', { name: 'EN: Byt språk till engelska' }).click();
  await expect(headlineOf(page)).toHaveText('Ella is with Noah');
  await expect(page.getByRole('button', { name: 'SV: Switch language to Swedish' })).toBeFocused();
  await expect(page).toHaveTitle('A visit – Framme');
  await expect(page).toHaveURL(server.url + path);
  const kept = await keptBy(page, context);
  expect(kept).toEqual({ ...NOTHING, cookies: [expect.objectContaining({ name: 'i18next', value: 'en' })] });
  await page.reload();
  await expect(headlineOf(page)).toHaveText('Ella is with Noah');
});

test('on a device of the host the page comes from the server, and marks nothing as opened', {
  tag: '@full',
}, async ({ page, server, open }) => {
  const host = await hostWithLink(server.url);
  await open(host.linked.phone);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
  const reply = await page.goto(server.url + host.path);
  expect(reply?.fromServiceWorker()).toBe(false);
  await expect(
    page.getByText('Så här ser den andra familjen det. Det räknas inte som öppnat.'),
  ).toBeVisible();
  await page.waitForTimeout(1500);
  expect((await visitOf(host.linked)).links?.[0]).not.toHaveProperty('openedAt');
  const cached = await page.evaluate(async () => {
    const found = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return found.flat().map(({ url }) => url);
  });
  expect(cached.length).toBeGreaterThan(10);
  expect(cached.filter((url) => new URL(url).pathname.startsWith('/visit'))).toEqual([]);

  await test.step('within the app its address is a page of the server too', async () => {
    await page.goto(`${server.url}/dashboard`);
    await expect(page.getByRole('main').getByText('Ella').first()).toBeVisible();
    await page.evaluate((path) => history.pushState(null, '', path), host.path);
    await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
    await expect(page.getByRole('heading', { name: 'Ella är hos Noah' })).toBeVisible();
  });
});
