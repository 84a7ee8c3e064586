import { expect, type Page, type Route } from '@playwright/test';
import { forgetCopy } from './support/forget-copy.ts';
import { allowConsole, test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { filled, noahWith, person } from './support/parent.ts';
import { pauseClock } from './support/paused-clock.ts';
import { untilRest } from './support/rest.ts';
import { pressStill } from './support/still.ts';
import { waitForParts, waitForSync } from './support/unsent.ts';

test('after 30 s without contact the board says since when, and stops by itself', { tag: '@full' }, async ({
  page,
  ownServer: server,
  parent,
  words,
}) => {
  allowConsole(/Failed to load resource|ERR_/);
  const { common } = words;
  await page.clock.install();
  const prefetched = page.waitForResponse(/\/assets\/history-/);
  await parent.settle(server.url, person('Maja', 'Lind'), noahWith());
  // The history is opened without a server; the page's clock hides from it what was loaded.
  await prefetched;
  await untilRest(page);
  const line = page.getByText(filled(common.banner.noContact, { time: '' }));
  await expect(page.getByRole('heading', { name: words.hereNow.heading })).toBeVisible();
  await page.clock.runFor(60_000);
  await expect(line).toHaveCount(0);

  // The silence counts from the last answer, which may have come early in that minute, and passes as the test lets it.
  await pauseClock(page);
  const answer = page.waitForResponse('**/api/sync');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await (await answer).finished();
  await server.kill();
  await page.clock.runFor(20_000);
  await expect(line).toHaveCount(0);
  await page.clock.runFor(40_000);
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  await expect(line).toBeVisible();
  await page.clock.resume();
  await expect(line).toHaveText(new RegExp(`${filled(common.banner.noContact, { time: '' })}\\d\\d:\\d\\d$`));
  await parent.follow(common.nav.history);
  await expect(line).toBeVisible();

  await server.restart();
  // An answer that comes early in the minute is old at its end.
  await expect(async () => {
    await page.clock.runFor(61_000);
    await expect(line).toHaveCount(0, { timeout: 5000 });
  }).toPass();
});

test('a row waits for the network only where the device has none', async ({ parent, context, server }) => {
  const { page, words } = parent;
  allowConsole(/Failed to load resource/);
  const { common, people } = words;
  await parent.settle(server.url, person('Maja', 'Lind'), noahWith('Ella'));
  await intercept(page, '**/api/sync', (route) => route.fulfill({ status: 502, body: 'stopped' }));
  await page.getByRole('button', { name: filled(people.checkInNamed, { name: 'Ella' }) }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Ella' }).first();
  await expect(row).toContainText(common.notSentYet);
  await waitForParts(page);
  await context.setOffline(true);
  await expect(row).toContainText(common.waitingForNetwork);
  await context.setOffline(false);
  await expect(row).toContainText(common.notSentYet);
});

test('what the server fails is said and logged, comes by itself, and keeps nobody from logging out', {
  tag: '@full',
}, async ({ page, server, parent, words }) => {
  allowConsole(/Failed to load resource|The profile could not be loaded|The log-out failed/);
  const logged = errorsOf(page);
  const fail = (route: Route) => route.fulfill({ status: 500, body: 'no' });
  await parent.settle(server.url);
  await waitForSync(page);

  await test.step('a first load', async () => {
    const letThrough = await intercept(page, '**/api/sync');
    for (const path of ['dashboard', 'history', 'profile']) {
      await forgetCopy(page, server.url);
      await page.goto(`${server.url}/${path}`);
      await expect(page.getByRole('main')).toContainText(words.common.error);
    }
    await expect.poll(() => logged.join()).toContain('The profile could not be loaded');
    letThrough();
    // The wait for the next attempt has grown meanwhile.
    await expect(page.getByLabel(words.profileForm.firstName)).toBeVisible({ timeout: 60_000 });
  });

  await test.step('account data', async () => {
    const letThrough = await intercept(page, '**/api/devices', fail);
    await page.goto(`${server.url}/profile/security`);
    const devices = page.getByRole('region', { name: words.account.devices.title });
    await expect(devices.getByText(words.account.unread.server)).toBeVisible();
    await expect(devices.getByRole('alert')).toHaveCount(0);
    letThrough();
    await expect(devices.getByRole('listitem')).toHaveCount(1);
    await expect(devices.getByText(words.account.unread.server)).toHaveCount(0);
  });

  await test.step('a log-out', async () => {
    await page.route('**/api/log-out', fail);
    await parent.logOut();
    await expect.poll(() => logged.join()).toContain('The log-out failed');
    await expect(page.getByRole('banner').getByText(words.common.nav.signIn)).toBeVisible();
  });
});

test('the status of a guest is logged once when it cannot be sent, and is sent later', {
  tag: '@full',
}, async ({ page, server, parent, words }) => {
  allowConsole(/Failed to load resource|The status of a guest was not sent/);
  const { people } = words;
  const logged = errorsOf(page);
  const entries = () => logged.filter((text) => text.includes('The status of a guest was not sent'));
  const askAgain = () => page.evaluate(() => window.dispatchEvent(new Event('online')));
  await parent.settle(server.url, person('Maja', 'Lind'), async (home) => {
    const noah = await home.addChild('Noah', '2019-05-01');
    for (const name of ['Omar', 'Kim']) await home.addGuest(noah, name, 'fatima.k');
  });
  await parent.follow(words.common.nav.profile);
  for (const [name, fail] of [
    ['Omar', (route: Route) => route.abort()],
    ['Kim', (route: Route) => route.fulfill({ status: 500, body: 'no' })],
  ] as const) {
    const before = entries().length;
    const letThrough = await intercept(page, '**/api/sync', fail);
    await pressStill(page.getByRole('button', { name: filled(people.checkInNamed, { name }) }));
    await expect.poll(entries).toHaveLength(before + 1);
    const again = page.waitForRequest('**/api/sync');
    await askAgain();
    await again;
    letThrough();
    await askAgain();
    await waitForSync(page);
    expect(entries()).toHaveLength(before + 1);
  }
});

/** The errors in the console, from now on. */
function errorsOf(page: Page): string[] {
  const logged: string[] = [];
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
  return logged;
}
