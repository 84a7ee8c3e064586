import { expect } from '@playwright/test';
import { allowConsole, test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { settledFamily, signIn } from './support/signed-in.ts';

/** The complaints of the browser about a refused file, and of React about the part that needs it. */
const REFUSED = /Failed to (load resource|fetch)|could not be loaded/;

test.beforeEach(async ({ context, server, language }) => {
  allowConsole(REFUSED);
  await signIn(context, await settledFamily(server.url, language), server.url);
});

test('a dialog that cannot be fetched says so, can be closed, and opens once it can', {
  tag: '@full',
}, async ({ page, server, words }) => {
  const letThrough = await intercept(page, /\/assets\/check-in-sheet-.*\.js$/);
  await page.goto(`${server.url}/dashboard`);
  const open = page.getByRole('main').getByRole('button', { name: words.common.checkIn, exact: true });
  await open.click();
  const message = page.getByRole('dialog').getByText(words.common.notLoaded.title);
  await expect(message).toBeVisible();
  await page.getByRole('button', { name: words.common.close }).click();
  await expect(message).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await expect(message).toBeVisible();
  letThrough();
  await page.getByRole('button', { name: words.common.retry }).click();
  await expect(message).toHaveCount(0);
  // A browser that remembers what failed has reloaded the page.
  const search = page.getByRole('dialog').getByText('Maximiliana').first();
  await expect(async () => {
    if (!(await search.isVisible())) await open.click({ timeout: 1000 });
    await expect(search).toBeVisible({ timeout: 2000 });
  }).toPass();
});

test('a page that cannot be fetched says so below the header, and shows by itself once it can', {
  tag: '@full',
}, async ({ page, server, words }) => {
  const letThrough = await intercept(page, /\/assets\/history-.*\.js$/);
  await page.goto(`${server.url}/dashboard`);
  const places = page.getByRole('navigation').filter({ visible: true });
  await places.getByRole('link', { name: words.common.nav.history }).first().click();
  const message = page.getByRole('main').getByRole('alert');
  await expect(message).toContainText(words.common.notLoaded.title);
  await places.getByRole('link', { name: words.common.nav.dashboard }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.common.nav.dashboard);
  await places.getByRole('link', { name: words.common.nav.history }).first().click();
  await expect(message).toBeVisible();
  letThrough();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.common.nav.history);
});

test('a language that does not come changes no text, and says so', { tag: '@full' }, async ({ parent }) => {
  const { page, words, url } = parent;
  const next = parent.language === 'sv' ? 'en' : 'sv';
  const texts = /\/assets\/core-.*\.js$/;
  await page.goto(`${url}/dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.common.nav.dashboard);
  const letThrough = await intercept(page, texts);
  const toggle = page.getByRole('button', { name: words.common.nav.switchLanguage[next] });
  await toggle.click();
  await expect(page.getByText(words.common.languageNotLoaded[next]).first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.common.nav.dashboard);
  letThrough();
  await toggle.click();
  await expect(page.locator('html')).toHaveAttribute('lang', next);
});

test('parts without own messages are fetched until they come', { tag: '@full' }, async ({ page, server }) => {
  const silent = ['shell-parts', 'board-parts'].map((name) => new RegExp(`/assets/${name}-.*js$`));
  const letThrough = await Promise.all(silent.map((script) => intercept(page, script)));
  const failed = silent.map((script) =>
    page.waitForEvent('requestfailed', (request) => script.test(request.url())),
  );
  await page.goto(`${server.url}/dashboard`);
  await Promise.all(failed);
  const came = silent.map((script) => page.waitForResponse(script));
  for (const one of letThrough) one();
  await Promise.all(came);
});
