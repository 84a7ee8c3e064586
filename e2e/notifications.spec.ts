import { devices, expect } from '@playwright/test';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { join } from '#tests/support/people/two-parents.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { violationsOn } from './support/accessibility/axe.ts';
import {
  endpointOf,
  NotifiedBrowser,
  offerOn,
  openDevicePage,
  planHome,
  test,
  turnOn,
} from './support/notified.ts';
import { filled } from './support/parent.ts';
import { settledFamily, signIn } from './support/signed-in.ts';
import { pressStill } from './support/still.ts';
import { atTheDoor, giveLink, openVisitOf, Reader } from './support/the-door.ts';

test.use({ viewport: { width: 360, height: 640 }, serviceWorkers: 'allow' });

const HALF_HOUR = 30 * MINUTE_MS;

for (const { size, options } of [
  { size: { width: 360, height: 640 }, options: {} },
  { size: { width: 1280, height: 800 }, options: { tag: '@full' } },
])
  test(
    `at ${size.width} px a device is turned on, tried, told of an answer with its app closed, and turned off`,
    options,
    async ({ page, device, server, words, language }) => {
      const { notifications } = words;
      await page.setViewportSize(size);
      const { home, ella } = await atTheDoor({ page, server, language });
      await home.run('checkIn', ella);
      const section = await openDevicePage(page, server.url, words);
      const toggle = section.getByRole('switch', { name: notifications.switch });
      await expect(section.getByText(notifications.off, { exact: true })).toBeVisible();
      await expect(section.getByText(notifications.lead)).toBeVisible();
      await turnOn(section, words);
      await expect(toggle).toBeChecked();
      // Nobody else taps in this family.
      await expect(section.getByRole('switch', { name: notifications.taps })).toHaveCount(0);
      expect(await violationsOn(page)).toEqual([]);

      await pressStill(section.getByRole('button', { name: notifications.test }));
      await expect(section.getByText(notifications.tested)).toBeVisible();
      await expect(section.getByText(filled(notifications.handed, { time: '' }).slice(0, 12))).toBeVisible();
      expect(device.titles()).toEqual(['Framme']);

      await page.goto('about:blank');
      const secret = await giveLink(home, { ref: ella, ...(await openVisitOf(home, ella)) });
      const until = isoTime(Math.ceil(Date.now() / HALF_HOUR + 1) * HALF_HOUR);
      expect((await new Reader(server.url, secret).answer({ code: 'stay', until })).status).toBe(200);
      const asked =
        language === 'sv' ? /^Kan Ella stanna till \d\d:\d\d\?$/ : /^Can Ella stay until \d\d:\d\d\?$/;
      await expect.poll(() => device.titles().at(-1)).toMatch(asked);

      await openDevicePage(page, server.url, words);
      await pressStill(toggle);
      await expect(toggle).not.toBeChecked();
      await expect(section.getByText(notifications.off, { exact: true })).toBeVisible();
      expect(await endpointOf(page)).toBeUndefined();
      await expect(section.getByRole('button', { name: notifications.test })).toHaveCount(0);
    },
  );

test('another parent’s taps are told once that is chosen too, which changes nothing else', async ({
  page,
  device,
  server,
  words,
  language,
}) => {
  const { notifications } = words;
  const { home, ella } = await atTheDoor({ page, server, language });
  const other = await join(home, await registerHousehold(server.url, 'Berg'));
  const section = await openDevicePage(page, server.url, words);
  await turnOn(section, words);
  const taps = section.getByRole('switch', { name: notifications.taps });
  await expect(taps).not.toBeChecked();
  const endpoint = await endpointOf(page);
  await pressStill(taps);
  await expect(taps).toBeChecked();
  // It moves before the server has it.
  await expect(taps).toBeEnabled();
  expect(await endpointOf(page)).toBe(endpoint);
  await other.run('checkIn', ella);
  const came = language === 'sv' ? /^Ella har kommit \d\d:\d\d$/ : /^Ella arrived at \d\d:\d\d$/;
  await expect.poll(() => device.titles().at(-1)).toMatch(came);
});

test('the offer stands on the board once a time is planned; declined it never comes again', async ({
  page,
  device: _device,
  server,
  words,
  language,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  // The service worker, where its registration is slower than the loss of the network.
  allowConsole(/error occurred when fetching the script/);
  const { notifications, firstRun } = words;
  const door = await atTheDoor({ page, server, language });
  await door.home.run('checkIn', door.ella);
  const offer = offerOn(page, notifications);
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ella' }).first();
  await expect(row).toBeVisible();
  await expect(offer).toHaveCount(0);
  await planHome(door);
  await expect(offer).toBeVisible();
  await pressStill(offer.getByRole('button', { name: firstRun.notNow }));
  await expect(offer).toHaveCount(0);
  await page.reload();
  await expect(row).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(offer).toHaveCount(0);
  await test.step('control: where nobody declined it stands, and a press turns it on', async () => {
    await page.evaluate(() => localStorage.removeItem('framme.notify'));
    await page.reload();
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.unregister());
    await page.context().setOffline(true);
    await pressStill(offer.getByRole('button', { name: notifications.turnOn }));
    await expect(offer.getByRole('alert')).toBeVisible();
    await page.context().setOffline(false);
    await pressStill(offer.getByRole('button', { name: notifications.turnOn }));
    await expect(page.locator('#root').getByText(notifications.turnedOn)).toBeVisible();
    await expect(offer).toHaveCount(0);
    expect(await endpointOf(page)).toBeDefined();
  });
});

test('a subscription that was lost is made again at the next start, and ends with the sign-out', async ({
  page,
  service,
  device: _device,
  server,
  words,
  language,
}) => {
  const { notifications, common } = words;
  await signIn(page.context(), await settledFamily(server.url, language), server.url);
  const section = await openDevicePage(page, server.url, words);
  await turnOn(section, words);
  const first = await endpointOf(page);
  expect(first).toBeDefined();
  await page.evaluate(() => localStorage.removeItem('test.subscription'));
  await page.goto(`${server.url}/dashboard`);
  await expect.poll(() => endpointOf(page)).toBeDefined();
  const second = await endpointOf(page);
  expect(second).not.toBe(first);

  await test.step('the push service forgets it: a test subscribes again and comes', async () => {
    service.reply = ({ path }) => ({ status: (second ?? '').endsWith(path) ? 410 : 201 });
    await openDevicePage(page, server.url, words);
    await pressStill(section.getByRole('button', { name: notifications.test }));
    await expect(section.getByText(notifications.tested)).toBeVisible();
    expect(await endpointOf(page)).not.toBe(second);
  });
  // The state that follows the test is no complaint of a page that is signed out.
  await page.waitForLoadState('networkidle');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('banner').getByRole('button', { name: common.nav.signOut }).click();
  await expect(page).toHaveURL(`${server.url}/`);
  await expect.poll(() => endpointOf(page)).toBeUndefined();
  expect(await page.evaluate(() => localStorage.getItem('framme.push'))).toBeNull();
  await test.step('another family on this device is asked first', async () => {
    await signIn(page.context(), await registerHousehold(server.url), server.url);
    const states = page.waitForResponse('**/api/push');
    await openDevicePage(page, server.url, words);
    await states;
    await expect(section.getByRole('switch', { name: notifications.switch })).not.toBeChecked();
    expect(await endpointOf(page)).toBeUndefined();
  });
});

test('the page says why a device is not told', async ({
  page,
  browser,
  service,
  server,
  words,
  language,
  watch,
}) => {
  const { notifications } = words;
  const home = await settledFamily(server.url, language);
  /** Opens the page in a browser of its own. */
  const opened = async (
    answer: Parameters<NotifiedBrowser['replace']>[1],
    options: Parameters<typeof browser.newContext>[0] = {},
  ) => {
    const context = await browser.newContext({ locale: language, viewport: page.viewportSize(), ...options });
    watch(context);
    await new NotifiedBrowser(service).replace(context, answer);
    await signIn(context, home, server.url);
    const own = await context.newPage();
    return { own, section: await openDevicePage(own, server.url, words), close: () => context.close() };
  };
  const toggle = { name: notifications.switch };

  await test.step('the browser has blocked it', async () => {
    const { section, close } = await opened('denied');
    await expect(section.getByText(notifications.blocked)).toBeVisible();
    await expect(section.getByRole('switch')).toHaveCount(0);
    await close();
  });
  await test.step('the parent left the browser’s question: nothing changes, and it can be asked again', async () => {
    const { section, own, close } = await opened('dismissed');
    await pressStill(section.getByRole('switch', toggle));
    await expect(section.getByRole('switch', toggle)).not.toBeChecked();
    await expect(section.getByText(notifications.off, { exact: true })).toBeVisible();
    expect(await endpointOf(own)).toBeUndefined();
    await close();
  });
  await test.step('the parent says no there: the switch goes, and the keyboard stands at the reason', async () => {
    const { section, own, close } = await opened('refused');
    await expect(section.getByRole('switch', toggle)).toBeEnabled();
    await section.getByRole('switch', toggle).focus();
    await own.keyboard.press('Space');
    await expect(section.getByText(notifications.blocked)).toBeFocused();
    await close();
  });
  await test.step('its push service cannot be reached', async () => {
    const { section, close } = await opened('unreachable');
    await pressStill(section.getByRole('switch', toggle));
    await expect(section.getByRole('alert')).toContainText(notifications.late);
    await expect(section.getByRole('switch', toggle)).not.toBeChecked();
    await close();
  });
  await test.step('its push service is silent for fifteen seconds', async () => {
    const { section, own, close } = await opened('silent');
    await own.clock.install();
    await pressStill(section.getByRole('switch', toggle));
    await own.clock.runFor(15_000);
    await expect(section.getByRole('alert')).toContainText(notifications.late);
    await close();
  });
  await test.step('an iPhone outside the app on the home screen', async () => {
    const { userAgent } = devices['iPhone 15'];
    const context = await browser.newContext({ locale: language, userAgent });
    watch(context);
    await context.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
    await signIn(context, home, server.url);
    const section = await openDevicePage(await context.newPage(), server.url, words);
    await expect(section.getByText(notifications.homeScreen)).toBeVisible();
    await context.close();
  });
  await test.step('another browser without Web Push', async () => {
    const context = await browser.newContext({ locale: language });
    watch(context);
    await context.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
    await signIn(context, home, server.url);
    const section = await openDevicePage(await context.newPage(), server.url, words);
    await expect(section.getByText(notifications.none)).toBeVisible();
    await context.close();
  });
});

test('where the host turned it off, the page says so and nothing is offered', async ({
  page,
  device: _device,
  words,
  language,
}) => {
  const { notifications } = words;
  const server = await startServer({ env: { PUSH_SERVICES: 'off' } });
  const door = await atTheDoor({ page, server, language });
  await door.home.run('checkIn', door.ella);
  await planHome(door);
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ella' }).first();
  await expect(row).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(offerOn(page, notifications)).toHaveCount(0);
  const section = await openDevicePage(page, server.url, words);
  await expect(section.getByText(notifications.host)).toBeVisible();
  await page.close();
  await server.stop();
});
