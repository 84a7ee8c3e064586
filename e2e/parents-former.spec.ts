import { expect } from '@playwright/test';
import { PASSWORD } from '#tests/support/people/household.ts';
import { violationsOn } from './support/accessibility/axe.ts';
import { test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { filled } from './support/parent.ts';
import { anotherBrowser, familyOn, invite, joinNow, sectionOf, showItIsYou } from './support/parents.ts';
import { watchRequests } from './support/rest.ts';
import { settledFamily, signIn } from './support/signed-in.ts';
import { waitForPrefetched } from './support/unsent.ts';

test.use({ viewport: { width: 360, height: 640 } });

test('whoever joins is told what becomes of their family, sends what is unsent first, and finds nothing of it afterwards', {
  tag: '@full',
}, async ({ page, browser, server: { url }, language, words, watch, allowConsole }) => {
  allowConsole(/ERR_FAILED|409|403|Failed to load resource/);
  const { people, join, parents, ownData } = words;
  await familyOn(page, url, language);
  const link = await invite(page, words);
  const second = await anotherBrowser(browser, language, watch);
  watchRequests(second.page);
  const former = await settledFamily(url, language);
  const { document } = (await former.sync()).changes.find(({ path }) => path.includes('/friends/')) ?? {};
  expect(document).toBeDefined();
  await signIn(second.page.context(), former, url);

  await test.step('asks, and is let in', async () => {
    await second.page.goto(link);
    await second.page.getByRole('button', { name: join.ask }).click();
    await expect(second.shown(filled(join.asked, { name: 'Astrid' }))).toBeVisible();
    await sectionOf(page, words).getByRole('button', { name: parents.asked.yes }).click();
    await showItIsYou({ page, words }, PASSWORD);
    await expect(second.page.getByRole('button', { name: join.join })).toBeVisible();
  });

  await test.step('the page says what is deleted, with the export beside it', async () => {
    const gone = filled(join.former.gone, {
      children: filled(join.former.children.other, { count: 2 }),
      visits: filled(join.former.visits.other, { count: 3 }),
    });
    await expect(second.shown(gone)).toBeVisible();
    await expect(second.page.getByRole('button', { name: ownData.take.everything })).toBeVisible();
    expect(await violationsOn(second.page)).toEqual([]);
  });

  await test.step('without a network the page says so, once', async () => {
    await waitForPrefetched(second.page);
    await second.page.context().setOffline(true);
    await second.page.getByRole('button', { name: join.join }).click();
    await expect(second.page.getByRole('alert').first()).toBeVisible();
    await expect(second.page.getByRole('button', { name: join.join })).toBeEnabled();
    await expect(second.page.getByRole('alert')).toHaveCount(1);
    await second.page.context().setOffline(false);
  });

  await test.step('a change that is not sent holds the joining back', async () => {
    const letThrough = await intercept(second.page, '**/api/sync');
    await second.page.goto(`${url}/dashboard`);
    await second.page.getByRole('button', { name: filled(people.checkOutNamed, { name: 'Ella' }) }).click();
    await second.page.goto(`${url}/join`);
    await expect(second.shown(filled(join.unsent.one, { count: 1 }))).toBeVisible();
    await second.page.getByRole('button', { name: join.join }).click();
    await expect(second.page.getByRole('alert').filter({ hasText: join.failures.notSent })).toBeVisible();
    expect((await former.sync()).changes.length).toBeGreaterThan(0);
    letThrough();
  });

  await test.step('then the device holds the new family, and nothing of the former', async () => {
    await joinNow(second, PASSWORD);
    await expect(
      second.page.getByRole('button', { name: filled(people.checkOutNamed, { name: 'Ella' }) }),
    ).toBeVisible();
    const names = () =>
      second.page.evaluate(async () => (await indexedDB.databases()).map(({ name = '' }) => name));
    await expect
      .poll(async () => (await names()).filter((name) => name.startsWith('framme-')))
      .toHaveLength(1);
    expect((await names()).join()).not.toContain(former.account.household);
    const kept = await second.page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    expect(kept).not.toContain(former.account.household);
    expect(kept).not.toContain('framme.invite');
    expect((await former.trySync()).status).toBe(409);
  });
  await second.page.context().close();
});
