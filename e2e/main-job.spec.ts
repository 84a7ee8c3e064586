import { expect } from '@playwright/test';
import { allowConsole, test } from './support/framme.ts';
import { SERVER_GONE } from './support/offline.ts';
import { filled, person } from './support/parent.ts';
import { passUntil, pressPaused } from './support/paused-clock.ts';
import { brokenTexts, translate } from './support/translated.ts';

test.use({ reducedMotion: 'no-preference' });

const maja = person('Maja', 'Lind');

test('a parent does the main job, and the server’s restart loses nothing', async ({
  parent,
  ownServer: server,
}) => {
  const { page, words } = parent;
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
    const card = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /Ella/ }) });
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
    const card = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /Ella/ }) });
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
    await expect(
      page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: page.getByRole('button', { name: /Ella/ }) }),
    ).toContainText(words.common.completed);
  });
});
