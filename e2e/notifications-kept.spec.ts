import { expect, type Page } from '@playwright/test';
import { calls } from '#domain/protocol/calls.ts';
import { allowConsole } from '#tests/support/browser/journey.ts';
import { postJson } from '#tests/support/server/http.ts';
import { endpointOf, offerOn, openDevicePage, planHome, test, turnOn } from './support/notified.ts';
import { filled, noahWith, person } from './support/parent.ts';
import { pressStill } from './support/still.ts';
import { atTheDoor } from './support/the-door.ts';

test.use({ viewport: { width: 360, height: 640 }, serviceWorkers: 'allow' });

/** The endpoint that the server has of the page's session. */
const heldByServer = (page: Page): Promise<string | undefined> =>
  page.evaluate(async () => (await (await fetch('/api/push')).json()).device?.endpoint);

// Each browser here may subscribe.
test.beforeEach(({ device: _device }) => undefined);

test('a switch that was pressed waits until the server has said what holds: a second press is no other one', {
  tag: '@full',
}, async ({ page, server, words, settled }) => {
  await settled();
  const section = await openDevicePage(page, server.url, words);
  const toggle = section.getByRole('switch', { name: words.notifications.switch });
  await page.waitForLoadState('networkidle');
  const said: string[] = [];
  const held = Promise.withResolvers<void>();
  page.on('request', (request) => said.push(new URL(request.url()).pathname));
  await page.route('**/api/push', async (route) => {
    if (said.includes('/api/push/subscribe')) await held.promise;
    await route.continue();
  });
  await pressStill(toggle);
  await expect.poll(() => said.slice(-2)).toEqual(['/api/push/subscribe', '/api/push']);
  await expect(toggle).toBeDisabled();
  await toggle.click({ force: true });
  held.resolve();
  await expect(toggle).toBeEnabled();
  await expect(toggle).toBeChecked();
  expect(said.filter((path) => path.endsWith('subscribe'))).toHaveLength(1);
});

test('after a session that ended elsewhere, the sign-in on the open page keeps the device notified', {
  tag: '@full',
}, async ({ page, server, parent, words }) => {
  allowConsole(/401|Failed to load resource/);
  const { common, signIn: texts } = words;
  const maja = person('Maja', 'Lind');
  await parent.settle(server.url, maja, noahWith('Ella'));
  await turnOn(await openDevicePage(page, server.url, words), words);
  const first = await endpointOf(page);
  await page.goto(`${server.url}/dashboard`);
  await page.waitForLoadState('networkidle');
  const { cookie = '' } = await postJson(server.url, calls.logIn.path, maja);
  await postJson(server.url, calls.signOutOthers.path, {}, { cookie });
  const sheet = page.getByRole('dialog', { name: common.banner.lockedTitle });
  await expect(sheet).toBeVisible();
  await sheet.getByLabel(filled(texts.again.password, { email: maja.email })).fill(maja.password);
  await page.keyboard.press('Enter');
  await expect(sheet).toBeHidden();
  await expect.poll(() => heldByServer(page)).toBeDefined();
  expect(await endpointOf(page)).not.toBe(first);
  expect(await heldByServer(page)).toBe(await endpointOf(page));
});

test('a taken offer goes, stored or not', { tag: '@full' }, async ({ page, server, words, language }) => {
  const { notifications } = words;
  await page.addInitScript(() => {
    const setItem = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, text) {
      if (['framme.push', 'framme.notify'].includes(key))
        throw new DOMException('full', 'QuotaExceededError');
      setItem.call(this, key, text);
    };
  });
  const door = await atTheDoor({ page, server, language });
  await door.home.run('checkIn', door.ella);
  await planHome(door);
  const offer = offerOn(page, notifications);
  await pressStill(offer.getByRole('button', { name: notifications.turnOn }));
  await expect(page.locator('#root').getByText(notifications.turnedOn)).toBeVisible();
  await expect(offer).toHaveCount(0);
  expect(await heldByServer(page)).toBeDefined();
});
