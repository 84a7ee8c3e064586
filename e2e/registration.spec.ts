import { expect } from '@playwright/test';
import { createOneTimeLink } from '#server/auth/mail/one-time-links.ts';
import { openAdminStore } from '#server/store/admin/open.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { violationsOn } from './support/accessibility/axe.ts';
import { allowConsole, test } from './support/framme.ts';
import { interceptNext } from './support/intercept.ts';
import { damaged } from './support/mail.ts';
import { person } from './support/parent.ts';

test('an installation by invitation says so, and the link of the host opens one account', {
  tag: '@full',
}, async ({ page, parent, words }) => {
  allowConsole(/Failed to load resource.*403/);
  const { callFailures, common, home, signIn } = words;
  const server = await startServer({ env: { REGISTRATION: 'invite' } });
  const said = page.getByText(common.registration.invite);

  await page.goto(`${server.url}/`);
  await expect(said).toBeVisible();
  await expect(page.getByRole('link', { name: home.register })).toHaveCount(0);
  await page.goto(`${server.url}/login`);
  await expect(said).toBeVisible();
  await expect(page.getByRole('link', { name: signIn.createAccount })).toHaveCount(0);
  await page.goto(`${server.url}/register`);
  await expect(said).toBeVisible();
  await expect(page.getByLabel(signIn.firstName)).toHaveCount(0);
  expect(await violationsOn(page)).toEqual([]);

  const store = await openAdminStore({ databaseUrl: undefined, dataDir: server.dataDir });
  const origin = () => server.url;
  const link = await createOneTimeLink({ store, now: Date.now, origin }, 'invitation', null, {});
  await store.close();
  await page.goto('about:blank');
  await page.goto(damaged(link));
  await expect(page).toHaveURL(`${server.url}/register`);
  await expect(said).toHaveCount(0);
  await page.getByRole('link', { name: common.nav.skip }).press('Enter');
  await expect(page).toHaveURL(`${server.url}/register#main`);
  await parent.fillRegistration(person('Maja', 'Lind'));
  await parent.skipFirstRun(server.url);
  await parent.logOut();

  await page.goto('about:blank');
  await page.goto(link);
  await parent.fillRegistration(person('Bo', 'Ek'));
  await expect(page.getByRole('alert')).toHaveText(callFailures['invitation-needed']);
  await expect(page.getByLabel(signIn.firstName)).toHaveValue('Bo');
  await page.close();
  await server.stop();
});

test('a closed installation offers no registration anywhere', { tag: '@full' }, async ({ page, words }) => {
  const { common, home } = words;
  const server = await startServer({ env: { REGISTRATION: 'closed' } });
  for (const path of ['/', '/login', '/register']) {
    await page.goto(server.url + path);
    await expect(page.getByText(common.registration.closed)).toBeVisible();
  }
  for (const path of ['/', '/login', '/how-it-works', '/about']) {
    await page.goto(server.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('a[href="/register"]')).toHaveCount(0);
  }
  await page.goto(server.url);
  await page.getByRole('button', { name: common.checkIn }).first().click();
  await expect(page.getByRole('dialog').getByRole('link', { name: common.nav.signIn })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('link', { name: home.register })).toHaveCount(0);
  await page.close();
  await server.stop();
});

test('a registration whose reply was lost signs in when sent again', { tag: '@full' }, async ({ parent }) => {
  const { page, words, url } = parent;
  allowConsole(/Failed to load resource/);
  const maja = person('Maja', 'Lind');
  await interceptNext(page, '**/api/register', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await parent.register(url, maja);
  await expect(page.getByRole('main').getByRole('alert')).toContainText(words.callFailures.offline);
  await page.getByRole('main').getByRole('button', { name: words.signIn.createAccount }).click();
  await expect(page).toHaveURL(`${url}/dashboard`);
});
