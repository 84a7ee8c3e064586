import { expect, type Page } from '@playwright/test';
import { calls } from '#domain/protocol/calls.ts';
import { isHydrated } from './support/documents.ts';
import { allowConsole, test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { person } from './support/parent.ts';
import { waitForSync } from './support/unsent.ts';

/** All scripts but the boot script. */
const BEHIND_THE_FIRST = /\/assets\/(?!boot-).*\.js$/;
const MAJA = 'maja@example.org';

test('text typed before the scripts load is kept and known to the app', async ({ page, server, words }) => {
  const letThrough = await holdScripts(page, /\/assets\/.*\.js$/);
  await page.goto(`${server.url}/login`, { waitUntil: 'commit' });
  const email = page.getByLabel(words.signIn.email);
  await email.fill(MAJA);
  letThrough();
  await isHydrated(page);
  await expect(email).toHaveValue(MAJA);
  // The app navigates, so it has loaded.
  await page.getByRole('main').getByRole('link', { name: words.signIn.createAccount }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.signIn.createAccount);
  await expect(page.getByLabel(words.signIn.email)).toHaveValue(MAJA);
});

test('text typed before the scripts load is kept after the skip link, with a query, and where a session is over', {
  tag: '@full',
}, async ({ page, context, server, parent, words }) => {
  allowConsole(/401 \(Unauthorized\)/);
  const email = page.getByLabel(words.signIn.email);
  const typeEarly = async (address: string) => {
    const letThrough = await holdScripts(page);
    await page.goto(server.url + address);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#main$/);
    await email.pressSequentially(MAJA);
    letThrough();
  };
  for (const address of ['/login', '/login?from=elsewhere']) {
    await typeEarly(address);
    await isHydrated(page);
    await expect(email).toHaveValue(MAJA);
    await expect(email).toBeFocused();
  }

  await test.step('no other address takes the place of the typed one', async () => {
    await parent.settle(server.url);
    await waitForSync(page);
    await context.clearCookies();
    await typeEarly('/login');
    await expect(page.locator('#root').getByText(words.common.banner.lockedTitle).first()).toBeVisible();
    await expect(email).toHaveValue(MAJA);
    await expect(email).toBeFocused();
  });
});

test('a button pressed before the scripts load acts once, with the typed values', async ({ parent }) => {
  const { page, words, url } = parent;
  allowConsole(/401 \(Unauthorized\)/);
  const asked = postsOf(page);
  const letThrough = await holdScripts(page);
  await page.goto(`${url}/login`);
  const button = page.getByRole('main').getByRole('button', { name: words.common.nav.signIn, exact: true });
  await parent.logIn({ email: person('Maja', 'Lind').email, password: 'not hers' });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  expect(asked).toEqual([]);
  letThrough();
  await expect(page.getByRole('alert')).toHaveText(words.callFailures['invalid-credentials']);
  await expect(button).not.toHaveAttribute('aria-busy');
  expect(asked.filter((body) => body.includes('not hers'))).toHaveLength(1);
});

test('an early press is cancelled by typing, is not held if the app fails to load, and works on a page that is rendered anew', {
  tag: '@full',
}, async ({ page, server, parent, words }) => {
  allowConsole(/Failed to (load resource|fetch)/);
  const asked = postsOf(page);
  const button = page.getByRole('main').getByRole('button', { name: words.common.nav.signIn, exact: true });

  await test.step('the app fails to load', async () => {
    const letThrough = await intercept(page, BEHIND_THE_FIRST);
    await page.goto(`${server.url}/login`);
    await expect(page.locator('#root[data-page]')).toHaveCount(0);
    await button.click();
    await expect(button).not.toHaveAttribute('aria-busy');
    letThrough();
  });

  await test.step('typing after it', async () => {
    const letThrough = await holdScripts(page);
    await page.goto(`${server.url}/login`);
    await parent.logIn({ email: person('Maja', 'Lind').email, password: 'half' });
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await page.getByLabel(words.signIn.password, { exact: true }).pressSequentially(' of it');
    await expect(button).not.toHaveAttribute('aria-busy');
    letThrough();
    await isHydrated(page);
    await page.getByRole('main').getByRole('link', { name: words.signIn.createAccount }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.signIn.createAccount);
    expect(asked.filter((body) => body.includes('half'))).toEqual([]);
  });

  await test.step('a page that is rendered anew', async () => {
    const letThrough = await holdScripts(page);
    await page.goto(`${server.url}/?from=elsewhere`);
    await page.getByRole('main').getByRole('button', { name: words.common.checkIn, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    letThrough();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});

test('a page that misses scripts stands as it was drawn, says so, and starts once they come, with what was typed', {
  tag: '@full',
}, async ({ page, server, words }) => {
  allowConsole(/Failed to (load resource|fetch)/);
  const email = page.getByLabel(words.signIn.email);
  for (const missing of [/\/assets\/log-in-.*\.js$/, /\/assets\/app-.*\.js$/, BEHIND_THE_FIRST]) {
    const letThrough = await intercept(page, missing);
    await page.goto(`${server.url}/login`);
    await email.fill(MAJA);
    await expect(page.getByRole('link', { name: words.common.retry })).toBeVisible();
    letThrough();
    await isHydrated(page);
    await expect(page.getByRole('link', { name: words.common.retry })).toHaveCount(0);
    await expect(email).toHaveValue(MAJA);
  }
});

test('a device without account asks whose session it has', async ({ page, server, words, settled }) => {
  const _home = await settled();
  const [asked, shown]: [string[], string[]] = [[], []];
  page.on('request', (request) => {
    if (request.url().endsWith(calls.whoAmI.path)) asked.push(request.url());
  });
  page.on('framenavigated', (frame) => shown.push(new URL(frame.url()).pathname));
  const letThrough = await holdScripts(page, /\/assets\/(?!prefetch-session-).*\.js$/);
  await page.goto(`${server.url}/dashboard`, { waitUntil: 'commit' });
  await expect.poll(() => asked.length).toBe(1);
  letThrough();
  await expect(page.getByRole('heading', { name: words.hereNow.heading })).toBeVisible();
  await waitForSync(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: words.hereNow.heading })).toBeVisible();
  expect(asked).toHaveLength(1);
  expect(new Set(shown)).toEqual(new Set(['/dashboard']));
});

/** Holds back the page's scripts. Returns their release. */
async function holdScripts(page: Page, scripts = BEHIND_THE_FIRST): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(scripts, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** The bodies that the page posts, from now on. */
function postsOf(page: Page): string[] {
  const bodies: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && bodies.push(request.postData() ?? ''));
  return bodies;
}
