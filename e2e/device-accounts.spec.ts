import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { LOCALES } from '#domain/language.ts';
import { violationsOn } from './support/accessibility/axe.ts';
import { tracesIn } from './support/browser-dump.ts';
import { test } from './support/framme.ts';
import { filled, noahWith, Parent, type Person, person } from './support/parent.ts';
import { watchRequests } from './support/rest.ts';
import { pressStill } from './support/still.ts';
import { waitForPrefetched, waitForSync } from './support/unsent.ts';

/** Words of Maja's family that a dump of the browser must not hold: its names, her e-mail, and what she typed. */
const NAMES = ['Maja', 'Lind', 'Noah', 'Ella', '070-123', 'maja.lind', 'Köksbordet'];

/** A family with a child, a friend and a visit, all of it on the server. Returns what the browser stores of it. */
async function settledFamily(page: Page, url: string, parent: Parent, who: Person): Promise<string[]> {
  watchRequests(page);
  await parent.settle(url, who, noahWith('Ella'));
  await checkIn(page, parent);
  await waitForSync(page);
  const ids = await page.evaluate(() => {
    const { uid, household } = JSON.parse(localStorage.getItem('framme.account') ?? '{}');
    return [uid, household];
  });
  return [...NAMES.slice(0, -1), ...ids];
}

async function checkIn(page: Page, { words: { people } }: Parent): Promise<void> {
  const name = filled(people.checkInNamed, { name: 'Ella' });
  await page.getByRole('button', { name }).first().click();
}

/** Another device of the same account. */
async function elsewhere(
  browser: Browser,
  url: string,
  { language }: Parent,
  who: Person,
): Promise<{ page: Page; context: BrowserContext; parent: Parent }> {
  const context = await browser.newContext({ locale: LOCALES[language] });
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  const parent = new Parent(page, language);
  await parent.logIn(who);
  await expect(page).toHaveURL(/dashboard/);
  await page.goto(`${url}/profile/security`);
  return { page, context, parent };
}

/** Registers on a device whose family's session has ended. */
async function registerOn(page: Page, url: string, parent: Parent, who: Person): Promise<void> {
  const { common, signIn } = parent.words;
  await page.goto(`${url}/dashboard`);
  await expect(page).toHaveURL(/login/);
  await expect(page.getByText(common.banner.lockedTitle).first()).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: signIn.createAccount }).click();
  await parent.fillRegistration(who);
  await parent.skipFirstRun(url);
}

async function signOutOthers({ page, parent }: { page: Page; parent: Parent }): Promise<void> {
  await pressStill(page.getByRole('button', { name: parent.words.account.devices.signOutOthers }));
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
}

/** Deletes the account, by the calls of the page that is signed in to it. */
async function deleteAccount(page: Page, { password }: Person): Promise<void> {
  await page.evaluate(async (secret) => {
    const { household } = JSON.parse(localStorage.getItem('framme.account') ?? '{}');
    const post = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json' };
      const { status } = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
      if (status !== 200) throw new Error(`${path} answered ${status}`);
    };
    await post('/api/reauthenticate', { password: secret });
    await post('/api/delete-account', { household });
  }, password);
}

test('after an account was deleted elsewhere and another used the device, its browser stores nothing of it', async ({
  page,
  browser,
  server: { url },
  parent,
  allowConsole,
}) => {
  allowConsole(/401|Failed to load resource/);
  const [maja, omar] = [person('Maja', 'Lind'), person('Omar', 'Said')];
  const traces = await settledFamily(page, url, parent, maja);
  // The control: the dump sees every trace while she is signed in.
  await expect.poll(() => tracesIn(page, traces)).toEqual(traces);
  await page.goto(`${url}/robots.txt`);
  const other = await elsewhere(browser, url, parent, maja);
  await signOutOthers(other);

  await test.step('the other family signs in and out on the device', async () => {
    await registerOn(page, url, parent, omar);
    await expect.poll(() => tracesIn(page, traces)).toEqual([]);
    await parent.logOut();
  });

  await deleteAccount(other.page, maja);
  await other.context.close();
  await page.reload();
  await expect.poll(() => tracesIn(page, [...traces, 'Omar', 'omar.said'])).toEqual([]);
});

test('a device that was closed while its account was deleted is wiped as soon as anybody opens it', {
  tag: '@full',
}, async ({ page, browser, server: { url }, parent, allowConsole }) => {
  allowConsole(/401|Failed to load resource/);
  const maja = person('Maja', 'Lind');
  const traces = await settledFamily(page, url, parent, maja);
  await page.goto(`${url}/robots.txt`);
  const other = await elsewhere(browser, url, parent, maja);
  await deleteAccount(other.page, maja);
  await other.context.close();
  expect(await tracesIn(page, traces)).toEqual(traces);
  await page.goto(`${url}/about`);
  await expect.poll(() => tracesIn(page, traces)).toEqual([]);
});

test('a session ended on purpose leaves only what was not sent, which is sent after signing in again', {
  tag: '@full',
}, async ({ page, context, browser, server: { url }, parent, words, allowConsole }) => {
  allowConsole(/401|Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  const { common, people, signIn } = words;
  const maja = person('Maja', 'Lind');
  await settledFamily(page, url, parent, maja);
  await waitForPrefetched(page);
  await context.setOffline(true);
  await page
    .getByRole('button', { name: filled(people.checkOutNamed, { name: 'Ella' }) })
    .first()
    .click();
  await expect(
    page.getByRole('button', { name: filled(people.checkInNamed, { name: 'Ella' }) }).first(),
  ).toBeVisible();
  const other = await elsewhere(browser, url, parent, maja);
  await signOutOthers(other);
  await other.context.close();
  await context.setOffline(false);
  const sheet = page.getByRole('dialog', { name: common.banner.lockedTitle });
  await expect(sheet).toContainText(signIn.again.ended);
  expect(await violationsOn(page)).toEqual([]);
  await expect(sheet).toContainText(filled(signIn.again.waiting.one, { count: 1 }));
  // The tap itself names whom it is about; nothing else is left, on the device and in the page.
  await expect.poll(() => tracesIn(page, ['Lind', '070-123'])).toEqual([]);
  await expect(page.getByText('Noah')).toHaveCount(0);
  await sheet.getByLabel(filled(signIn.again.password, { email: maja.email })).fill(maja.password);
  await page.keyboard.press('Enter');
  await expect(sheet).toBeHidden();
  await expect(
    page.getByRole('button', { name: filled(people.checkInNamed, { name: 'Ella' }) }).first(),
  ).toBeVisible();
  await waitForSync(page);
  const again = await elsewhere(browser, url, parent, maja);
  await again.parent.follow(common.nav.dashboard);
  await expect(
    again.page.getByRole('button', { name: filled(people.checkInNamed, { name: 'Ella' }) }).first(),
  ).toBeVisible();
  await again.context.close();
});

test('a session that is lost without a purpose keeps all on the device, hidden', { tag: '@full' }, async ({
  page,
  context,
  server: { url },
  parent,
  words,
  allowConsole,
}) => {
  allowConsole(/401|Failed to load resource/);
  const maja = person('Maja', 'Lind');
  const traces = await settledFamily(page, url, parent, maja);
  await context.clearCookies();
  await page.reload();
  await expect(page).toHaveURL(/login/);
  await expect(page.getByText(words.common.banner.lockedTitle).first()).toBeVisible();
  expect(await tracesIn(page, traces)).toEqual(traces);
  await parent.logIn(maja);
  await expect(page).toHaveURL(/dashboard/);
});

test('unsent changes of another account are named on the device without its family, and can be discarded', {
  tag: '@full',
}, async ({ page, context, server: { url }, parent, words, allowConsole }) => {
  allowConsole(/401|Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  const { held, common, people } = words;
  const maja = person('Maja', 'Lind');
  const traces = await settledFamily(page, url, parent, maja);
  await waitForPrefetched(page);
  await context.setOffline(true);
  await page
    .getByRole('button', { name: filled(people.checkOutNamed, { name: 'Ella' }) })
    .first()
    .click();
  await context.clearCookies();
  await context.setOffline(false);
  await expect(page.getByRole('dialog', { name: common.banner.lockedTitle })).toBeVisible();
  await registerOn(page, url, parent, person('Omar', 'Said'));
  const notice = page.getByRole('region', { name: held.title });
  await expect(notice).toContainText('m…@e….org');
  await expect(notice).toContainText(held.signOutFirst);
  expect(await violationsOn(page)).toEqual([]);
  for (const name of ['Ella', 'Noah', 'Maja']) await expect(page.getByText(name)).toHaveCount(0);
  await parent.logOut();
  await expect(notice).toContainText(held.signIn);
  await expect(notice.getByRole('link', { name: common.nav.signIn })).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await page.reload();
  await notice.getByRole('button', { name: filled(held.discardNamed, { account: 'm…@e….org' }) }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: held.discard }).click();
  await expect(notice).toBeHidden();
  await expect(page.locator('#announce-polite')).toContainText(held.discarded);
  await expect(page.locator('#main')).toBeFocused();
  await expect.poll(() => tracesIn(page, traces)).toEqual([]);
});
