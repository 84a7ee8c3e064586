import { expect, type Page, type Route } from '@playwright/test';
import { forgetCopy } from './support/forget-copy.ts';
import { test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { filled } from './support/parent.ts';
import { pauseClock } from './support/paused-clock.ts';
import { untilRest, watchRequests } from './support/rest.ts';
import { pressStill } from './support/still.ts';
import { waitForSync } from './support/unsent.ts';

test('after 30 s without contact the board says since when, and stops by itself', { tag: '@full' }, async ({
  page,
  ownServer: server,
  parent,
  words,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource|ERR_/);
  const { common } = words;
  await page.clock.install();
  watchRequests(page);
  const prefetched = page.waitForResponse(/\/assets\/history-/);
  await parent.settle(server.url);
  await parent.follow(common.nav.profile);
  await parent.addChild('Noah', '2019-05-01');
  await waitForSync(page);
  await parent.follow(common.nav.dashboard);
  // The history is opened without a server; the page's clock hides from it what was loaded.
  await prefetched;
  await untilRest(page);
  const since = await page.evaluate(() => new Date().toTimeString().slice(0, 5));
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
  const before = await page.evaluate(() => new Date().toTimeString().slice(0, 5));
  await page.clock.runFor(20_000);
  await expect(line).toHaveCount(0);
  await page.clock.runFor(40_000);
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  await expect(line).toBeVisible();
  await page.clock.resume();
  expect([since, before].some((time) => time !== '')).toBe(true);
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

test('a first load that fails says so, is logged on the profile, and mends itself', { tag: '@full' }, async ({
  page,
  server,
  parent,
  words,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource|The profile could not be loaded/);
  const logged = errorsOf(page);
  await parent.settle(server.url);
  await waitForSync(page);
  const letThrough = await intercept(page, '**/api/sync');
  for (const path of ['dashboard', 'history', 'profile']) {
    await forgetCopy(page, server.url);
    await page.goto(`${server.url}/${path}`);
    await expect(page.getByRole('main')).toContainText(words.common.error);
  }
  await expect.poll(() => logged.join()).toContain('The profile could not be loaded');
  letThrough();
  // The wait for the next attempt has grown meanwhile.
  await expect(page.getByLabel(words.profile.firstName)).toBeVisible({ timeout: 60_000 });
});

test('account data that could not be loaded says so and comes by itself', { tag: '@full' }, async ({
  page,
  server,
  parent,
  words,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await parent.settle(server.url);
  const fail = (route: Route) => route.fulfill({ status: 500, body: 'no' });
  const letThrough = await intercept(page, '**/api/devices', fail);
  await page.goto(`${server.url}/profile/security`);
  const devices = page.getByRole('region', { name: words.account.devices.title });
  await expect(devices.getByText(words.account.unread.server)).toBeVisible();
  await expect(devices.getByRole('alert')).toHaveCount(0);
  letThrough();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(devices.getByText(words.account.unread.server)).toHaveCount(0);
});

test('a log-out that the server fails is logged, and the parent is out all the same', {
  tag: '@full',
}, async ({ page, server, parent, words, allowConsole }) => {
  allowConsole(/Failed to load resource|The log-out failed/);
  const logged = errorsOf(page);
  await parent.settle(server.url);
  await waitForSync(page);
  await page.route('**/api/log-out', (route) => route.fulfill({ status: 500, body: 'no' }));
  await parent.logOut();
  await expect.poll(() => logged.join()).toContain('The log-out failed');
  await expect(page.getByRole('banner').getByText(words.common.nav.signIn)).toBeVisible();
});

test('a log-out that cannot reach the server is logged, and the parent is out all the same', {
  tag: '@full',
}, async ({ page, server, parent, words, allowConsole }) => {
  allowConsole(/Failed to load resource|The log-out failed/);
  const logged = errorsOf(page);
  await parent.settle(server.url);
  await waitForSync(page);
  await page.route('**/api/log-out', (route) => route.abort());
  await parent.logOut();
  await expect.poll(() => logged.join()).toContain('The log-out failed');
  await expect(page.getByRole('banner').getByText(words.common.nav.signIn)).toBeVisible();
});

for (const [what, fail] of [
  ['cannot be reached', (route: Route) => route.abort()],
  ['fails', (route: Route) => route.fulfill({ status: 500, body: 'no' })],
] as const)
  test(`the status of a guest is logged once when the server ${what}, and is sent later`, {
    tag: '@full',
  }, async ({ page, server, parent, words, allowConsole }) => {
    allowConsole(/Failed to load resource|The status of a guest was not sent/);
    const { common, people } = words;
    const logged = errorsOf(page);
    const entries = () => logged.filter((text) => text.includes('The status of a guest was not sent'));
    await parent.settle(server.url);
    await parent.follow(common.nav.profile);
    await parent.addChild('Noah', '2019-05-01');
    await parent.addGuest('Omar', 'fatima.k');
    await waitForSync(page);
    const letThrough = await intercept(page, '**/api/sync', fail);
    await pressStill(page.getByRole('button', { name: filled(people.checkInNamed, { name: 'Omar' }) }));
    await expect.poll(entries).toHaveLength(1);
    const again = page.waitForRequest('**/api/sync');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await again;
    letThrough();
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await waitForSync(page);
    expect(entries()).toHaveLength(1);
  });

/** The errors in the console, from now on. */
function errorsOf(page: Page): string[] {
  const logged: string[] = [];
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
  return logged;
}
