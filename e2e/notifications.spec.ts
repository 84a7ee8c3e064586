import { devices, expect } from '@playwright/test';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import { allowConsole } from '#tests/support/browser/journey.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { giveLink } from '#tests/support/people/linked-visit.ts';
import { join } from '#tests/support/people/two-parents.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { violationsOn } from './support/accessibility/axe.ts';
import {
  answerWith,
  endpointOf,
  offerOn,
  openDevicePage,
  planHome,
  test,
  turnOn,
} from './support/notified.ts';
import { filled } from './support/parent.ts';
import { signIn } from './support/signed-in.ts';
import { pressStill } from './support/still.ts';
import { atTheDoor, openVisitOf, Reader } from './support/the-door.ts';
import { waitForParts } from './support/unsent.ts';

test.use({ viewport: { width: 360, height: 640 }, serviceWorkers: 'allow' });

const HALF_HOUR = 30 * MINUTE_MS;

test('a device is turned on, tried, told with its app closed, and off', async ({
  parent,
  device,
  server,
}) => {
  const { page, words, language } = parent;
  const { notifications } = words;
  const { home, ella } = await atTheDoor({ page, server, language });
  await home.run('checkIn', ella);
  const section = await openDevicePage(page, server.url, words);
  const toggle = section.getByRole('switch', { name: notifications.switch });
  const taps = section.getByRole('switch', { name: notifications.taps });

  await test.step('on', async () => {
    await expect(section.getByText(notifications.off, { exact: true })).toBeVisible();
    await expect(section.getByText(notifications.lead)).toBeVisible();
    await turnOn(section, words);
    await expect(toggle).toBeChecked();
    // Nobody else taps in this family.
    await expect(taps).toHaveCount(0);
    expect(await violationsOn(page)).toEqual([]);
    await pressStill(section.getByRole('button', { name: notifications.test }));
    await expect(section.getByText(notifications.tested)).toBeVisible();
    await expect(section.getByText(filled(notifications.handed, { time: '' }).slice(0, 12))).toBeVisible();
    expect(device.titles()).toEqual(['Framme']);
  });

  await test.step('an answer', async () => {
    await page.goto('about:blank');
    const secret = await giveLink(home, ella, (await openVisitOf(home, ella)).visit);
    const until = isoTime(Math.ceil(Date.now() / HALF_HOUR + 1) * HALF_HOUR);
    expect((await new Reader(server.url, secret).answer({ code: 'stay', until })).status).toBe(200);
    const asked =
      language === 'sv' ? /^Kan Ella stanna till \d\d:\d\d\?$/ : /^Can Ella stay until \d\d:\d\d\?$/;
    await expect.poll(() => device.titles().at(-1)).toMatch(asked);
  });

  await test.step('the taps of another parent, which changes nothing else', async () => {
    const other = await join(home, await registerHousehold(server.url, 'Berg'));
    await openDevicePage(page, server.url, words);
    await expect(taps).not.toBeChecked();
    const endpoint = await endpointOf(page);
    await pressStill(taps);
    await expect(taps).toBeChecked();
    // It moves before the server has it.
    await expect(taps).toBeEnabled();
    expect(await endpointOf(page)).toBe(endpoint);
    await other.run('checkOut', ella);
    const left = language === 'sv' ? /^Ella har gått hem \d\d:\d\d$/ : /^Ella went home at \d\d:\d\d$/;
    await expect.poll(() => device.titles().at(-1)).toMatch(left);
  });

  await test.step('off', async () => {
    await pressStill(toggle);
    await expect(toggle).not.toBeChecked();
    await expect(section.getByText(notifications.off, { exact: true })).toBeVisible();
    expect(await endpointOf(page)).toBeUndefined();
    await expect(section.getByRole('button', { name: notifications.test })).toHaveCount(0);
  });
});

test('the offer stands on the board once a time is planned; declined it never comes again', async ({
  parent,
  device: _device,
  server,
}) => {
  const { page, words, language } = parent;
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
    await waitForParts(page);
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
  await test.step('nor is it offered to whoever turned it off again', async () => {
    const section = await openDevicePage(page, server.url, words);
    await pressStill(section.getByRole('switch', { name: notifications.switch }));
    await expect(section.getByText(notifications.off, { exact: true })).toBeVisible();
    await page.goto(`${server.url}/dashboard`);
    await expect(row).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(offer).toHaveCount(0);
  });
});

test('a subscription that was lost is made again at the next start, and ends with the sign-out', {
  tag: '@full',
}, async ({ page, service, device: _device, server, words, settled }) => {
  const { notifications, common } = words;
  await settled();
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

test('the page says why a device is not told', async ({ parent, another, device: _device, settled }) => {
  const { page, words, url } = parent;
  const { notifications } = words;
  const home = await settled();
  const section = await openDevicePage(page, url, words);
  const toggle = section.getByRole('switch', { name: notifications.switch });
  const openWith = async (answer: Parameters<typeof answerWith>[1]) => {
    await answerWith(page, answer);
    await openDevicePage(page, url, words);
  };

  await test.step('the browser has blocked it', async () => {
    await openWith('denied');
    await expect(section.getByText(notifications.blocked)).toBeVisible();
    await expect(section.getByRole('switch')).toHaveCount(0);
  });
  await test.step('the parent left the browser’s question: nothing changes, and it can be asked again', async () => {
    await openWith('dismissed');
    await pressStill(toggle);
    await expect(toggle).not.toBeChecked();
    await expect(section.getByText(notifications.off, { exact: true })).toBeVisible();
    expect(await endpointOf(page)).toBeUndefined();
  });
  await test.step('the parent says no there: the switch goes, and the keyboard stands at the reason', async () => {
    await openWith('refused');
    await expect(toggle).toBeEnabled();
    await toggle.focus();
    await page.keyboard.press('Space');
    await expect(section.getByText(notifications.blocked)).toBeFocused();
  });
  await test.step('its push service cannot be reached', async () => {
    await openWith('unreachable');
    await pressStill(toggle);
    await expect(section.getByRole('alert')).toContainText(notifications.late);
    await expect(toggle).not.toBeChecked();
  });
  await test.step('its push service is silent for fifteen seconds', async () => {
    await openWith('silent');
    await page.clock.install();
    await pressStill(toggle);
    await page.clock.runFor(15_000);
    await expect(section.getByRole('alert')).toContainText(notifications.late);
  });
  for (const [what, userAgent, reason] of [
    [
      'an iPhone outside the app on the home screen',
      devices['iPhone 15'].userAgent,
      notifications.homeScreen,
    ],
    ['another browser without Web Push', undefined, notifications.none],
  ] as const)
    await test.step(what, async () => {
      const other = await another(userAgent ? { userAgent } : {});
      await other.page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
      await signIn(other.page.context(), home, url);
      const shown = await openDevicePage(other.page, url, words);
      await expect(shown.getByText(reason)).toBeVisible();
    });
});

test('where the host turned it off, the page says so and nothing is offered', { tag: '@full' }, async ({
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
