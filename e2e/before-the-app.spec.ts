import { expect, type Page } from '@playwright/test';
import { calls } from '#domain/protocol/calls.ts';
import { isHydrated } from './support/documents.ts';
import { test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { person } from './support/parent.ts';
import { settledFamily, signIn } from './support/signed-in.ts';
import { waitForSync } from './support/unsent.ts';

/** All scripts but the boot script. */
const BEHIND_THE_FIRST = /\/assets\/(?!boot-).*\.js$/;

test('text typed before the scripts load is kept and known to the app', async ({ page, server, words }) => {
  const letThrough = await holdScripts(page);
  await page.goto(`${server.url}/login`, { waitUntil: 'commit' });
  const email = page.getByLabel(words.signIn.email);
  await email.fill('maja@example.org');
  letThrough();
  await isHydrated(page);
  await expect(email).toHaveValue('maja@example.org');
  // The app navigates, so it has loaded.
  await page.getByRole('main').getByRole('link', { name: words.signIn.createAccount }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.signIn.createAccount);
  await expect(page.getByLabel(words.signIn.email)).toHaveValue('maja@example.org');
});

test('text typed before the scripts load is kept after the skip link, and with a query in the address', {
  tag: '@full',
}, async ({ page, server, words }) => {
  for (const address of ['/login', '/login?from=elsewhere']) {
    const letThrough = await holdScripts(page, BEHIND_THE_FIRST);
    await page.goto(server.url + address);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#main$/);
    const email = page.getByLabel(words.signIn.email);
    await email.pressSequentially('maja@example.org');
    letThrough();
    await isHydrated(page);
    await expect(email).toHaveValue('maja@example.org');
    await expect(email).toBeFocused();
  }
});

test('on a device whose session is over, no other address takes the place of the typed one', {
  tag: '@full',
}, async ({ page, context, server, parent, words, allowConsole }) => {
  allowConsole(/401 \(Unauthorized\)/);
  await parent.settle(server.url);
  await waitForSync(page);
  await context.clearCookies();
  const letThrough = await holdScripts(page, BEHIND_THE_FIRST);
  await page.goto(`${server.url}/login`);
  const email = page.getByLabel(words.signIn.email);
  await email.pressSequentially('samir@example.org');
  letThrough();
  await expect(page.locator('#root').getByText(words.common.banner.lockedTitle).first()).toBeVisible();
  await expect(email).toHaveValue('samir@example.org');
  await expect(email).toBeFocused();
});

test('a button pressed before the scripts load acts once, with the typed values', async ({
  page,
  server,
  parent,
  words,
  allowConsole,
}) => {
  allowConsole(/401 \(Unauthorized\)/);
  const asked: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && asked.push(request.postData() ?? ''));
  const letThrough = await holdScripts(page, BEHIND_THE_FIRST);
  await page.goto(`${server.url}/login`);
  const button = page.getByRole('main').getByRole('button', { name: words.signIn.logIn, exact: true });
  await parent.logIn({ email: person('Maja', 'Lind').email, password: 'not hers' });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  expect(asked).toEqual([]);
  letThrough();
  await expect(page.getByRole('alert')).toHaveText(words.signIn.failures.invalidCredentials);
  await expect(button).not.toHaveAttribute('aria-busy');
  expect(asked.filter((body) => body.includes('not hers'))).toHaveLength(1);
});

test('typing after an early button press cancels the press', { tag: '@full' }, async ({
  page,
  server,
  parent,
  words,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && asked.push(request.postData() ?? ''));
  const letThrough = await holdScripts(page, BEHIND_THE_FIRST);
  await page.goto(`${server.url}/login`);
  const button = page.getByRole('main').getByRole('button', { name: words.signIn.logIn, exact: true });
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

test('an early button press also works on a page that is rendered anew', { tag: '@full' }, async ({
  page,
  server,
  words,
}) => {
  const letThrough = await holdScripts(page, BEHIND_THE_FIRST);
  await page.goto(`${server.url}/?from=elsewhere`);
  await page.getByRole('main').getByRole('button', { name: words.common.checkIn, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  letThrough();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('if the app fails to load, a button press is not held for it', { tag: '@full' }, async ({
  page,
  server,
  words,
  allowConsole,
}) => {
  allowConsole(/Failed to (load resource|fetch)/);
  await page.route(BEHIND_THE_FIRST, (route) => route.abort());
  await page.goto(`${server.url}/login`);
  const button = page.getByRole('main').getByRole('button', { name: words.signIn.logIn, exact: true });
  await expect(page.locator('#root[data-page]')).toHaveCount(0);
  await button.click();
  await expect(button).not.toHaveAttribute('aria-busy');
});

for (const [what, scripts] of [
  ['one script', /\/assets\/log-in-.*\.js$/],
  ['the app', /\/assets\/app-.*\.js$/],
  ['every script', BEHIND_THE_FIRST],
] as const)
  test(`a page that misses ${what} stands as it was drawn, says so, and starts once it comes, with what was typed`, {
    tag: '@full',
  }, async ({ page, server, words, allowConsole }) => {
    allowConsole(/Failed to (load resource|fetch)/);
    const letThrough = await intercept(page, scripts);
    await page.goto(`${server.url}/login`);
    const email = page.getByLabel(words.signIn.email);
    await email.fill('maja@example.org');
    await expect(page.getByRole('link', { name: words.common.retry })).toBeVisible();
    letThrough();
    await isHydrated(page);
    await expect(page.getByRole('link', { name: words.common.retry })).toHaveCount(0);
    await expect(email).toHaveValue('maja@example.org');
  });

/** Holds back the page's scripts. Returns their release. */
async function holdScripts(page: Page, scripts = /\/assets\/.*\.js$/): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(scripts, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('a device that holds no account asks whose session it has while the app loads, and shows no log-in page', async ({
  page,
  server,
  language,
  words,
}) => {
  const home = await settledFamily(server.url, language);
  await signIn(page.context(), home, server.url);
  const [asked, shown]: [string[], string[]] = [[], []];
  page.on('request', (request) => {
    if (request.url().endsWith(calls.whoAmI.path)) asked.push(request.url());
  });
  page.on('framenavigated', (frame) => shown.push(new URL(frame.url()).pathname));
  const letThrough = await holdScripts(page, /\/assets\/(?!new-device-).*\.js$/);
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
