import { expect } from '@playwright/test';
import { test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { SERVER_GONE } from './support/offline.ts';
import { filled, noahWith, person } from './support/parent.ts';
import { passUntil, pressPaused } from './support/paused-clock.ts';
import { brokenTexts, translate } from './support/translated.ts';

test.use({ reducedMotion: 'no-preference' });

const maja = person('Maja', 'Lind');
const samir = person('Samir', 'Khan');

test('a parent does the main job, and the server’s restart loses nothing', async ({
  page,
  ownServer: server,
  parent,
  words,
  allowConsole,
}) => {
  allowConsole(SERVER_GONE);
  allowConsole(/503/);
  // Untranslated pages are in every journey but this one, translated.spec.ts and the crawl.
  await translate(page);
  await test.step('register and see an empty dashboard', async () => {
    await parent.register(server.url, maja);
    await parent.skipFirstRun(server.url);
    await expect(page.getByRole('main').getByText(words.people.noChildren.title)).toBeVisible();
  });

  await test.step('add a child, a friend and a guest', async () => {
    await parent.follow(words.common.nav.profile);
    await expect(page).toHaveURL(/profile/);
    await parent.addChild('Noah', '2019-05-01');
    await expect(parent.shown(words.common.success)).toBeVisible();
    await parent.addFriend('Ella', '070-123 45 67');
    await expect(parent.shown(words.people.friendAdded)).toBeVisible();
    await parent.addGuest('Omar', 'fatima.k');
    await expect(page.getByRole('listitem').filter({ hasText: 'Omar' })).toContainText(
      words.common.checkedOut,
    );
    expect(await brokenTexts(page)).toEqual([]);
  });

  await test.step('check the friend in from the home page; the modal closes after two seconds', async () => {
    await page.getByRole('banner').getByRole('link', { name: words.common.brand }).click();
    // The two seconds pass as the test lets them.
    await page.clock.install();
    const modal = await parent.openModal('checkIn', 'Noah');
    const ella = modal.getByRole('button', { name: /^Ella/ });
    await expect(ella).toContainText('070-123 45 67');
    await pressPaused(page, modal, ella, words.common.success);
    await page.clock.runFor(1500);
    await expect(modal.getByText(words.common.success)).toBeVisible();
    await expect(ella).toContainText(words.common.checkedIn);
    await page.clock.runFor(500);
    await passUntil(page, () => modal.isVisible(), false);
    await page.clock.resume();
  });

  await server.restart();

  await test.step('the friend is on the dashboard and active in the history', async () => {
    await parent.follow(words.common.nav.dashboard);
    await expect(page).toHaveURL(/dashboard/);
    await expect(
      page.getByRole('button', { name: words.people.checkOutNamed.replace('{{name}}', 'Ella') }),
    ).toBeVisible();
    await expect(page.getByText(filled(words.people.hereCount.one, { count: 1 }))).toBeVisible();
    await parent.follow(words.common.nav.history);
    await expect(page).toHaveURL(/history/);
    const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ella' });
    await expect(card).toHaveCount(1);
    await expect(card).toContainText('Noah');
    await expect(card).toContainText(words.common.active);
  });

  await test.step('check the friend out and see the visit completed', async () => {
    await page.getByRole('banner').getByRole('link', { name: words.common.brand }).click();
    const modal = await parent.openModal('checkOut', 'Noah');
    await modal.getByRole('button', { name: /^Ella/ }).click();
    await expect(modal).toBeHidden();
    await parent.follow(words.common.nav.history);
    await expect(page).toHaveURL(/history/);
    const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ella' });
    await expect(card).toHaveCount(1);
    await expect(card).toContainText(words.common.completed);
    expect(await brokenTexts(page)).toEqual([]);
  });

  await test.step('the other family was notified of both', async () => {
    const told = () =>
      server.stdout
        .split('\n')
        .filter((line) => line.includes('070-123 45 67'))
        .map((line) => line.replace(/^.*070-123 45 67"/, '').trim());
    await expect.poll(told).toEqual(['"Ella" in', '"Ella" out']);
  });

  await test.step('all is still there after logging out and in', async () => {
    await parent.logOut();
    await page.goto(`${server.url}/history`);
    await expect(page).toHaveURL(/\/login/);
    await parent.logIn(maja);
    await expect(page).toHaveURL(`${server.url}/history`);
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ella' })).toContainText(
      words.common.completed,
    );
  });
});

test('a second family in the same browser neither sees nor sends the data of the first', {
  tag: '@once',
}, async ({ page, context, server, parent, words, allowConsole }) => {
  allowConsole(/Failed to load resource/);
  const home = await parent.settle(server.url, maja, noahWith('Ella'));
  const stored = async () => JSON.stringify([...(await home.documents()).values()]);

  await test.step('Maja taps while the server cannot be reached, and loses her session', async () => {
    const letThrough = await intercept(page, '**/api/**');
    await page.getByRole('banner').getByRole('link', { name: words.common.brand }).click();
    const modal = await parent.openModal('checkIn', 'Noah');
    await modal.getByRole('button', { name: /^Ella/ }).click();
    await expect(modal).toBeHidden();
    await context.clearCookies();
    letThrough();
  });

  await test.step('Samir signs in on the same browser', async () => {
    await page.goto(`${server.url}/dashboard`);
    await expect(page).toHaveURL(/\/login/);
    await expect(parent.shown(words.common.banner.lockedTitle)).toBeVisible();
    await expect(parent.shown('Noah')).toHaveCount(0);
    await page.getByRole('main').getByRole('link', { name: words.signIn.createAccount }).click();
    await parent.fillRegistration(samir);
    await parent.skipFirstRun(server.url);
    await expect(page.getByRole('main').getByText(words.people.noChildren.title)).toBeVisible();
    await parent.follow(words.common.nav.history);
    await expect(page).toHaveURL(/history/);
    await expect(page.getByRole('main').getByText(words.historyPage.empty.title)).toBeVisible();
    await expect(parent.shown('Ella')).toHaveCount(0);
    await parent.logOut();
  });
  expect(await stored()).not.toContain('"status":"in"');

  await test.step('Maja’s tap is sent once she signs in again', async () => {
    await page.goto(`${server.url}/login`);
    await parent.logIn(maja);
    await expect(page).toHaveURL(`${server.url}/dashboard`);
    await expect.poll(stored).toContain('"status":"in"');
    await parent.follow(words.common.nav.history);
    await expect(page).toHaveURL(/history/);
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ella' })).toContainText(
      words.common.active,
    );
  });
});
