import { expect, type Page } from '@playwright/test';
import { calls } from '#domain/protocol/calls.ts';
import { accountIn, HouseholdOnPhone } from '#tests/support/people/household.ts';
import { postJson } from '#tests/support/server/http.ts';
import { violationsOn } from './support/accessibility/axe.ts';
import { tracesIn } from './support/browser-dump.ts';
import { allowConsole, test } from './support/framme.ts';
import { filled, noahWith, type Parent, type Person, person } from './support/parent.ts';
import { waitForPrefetched, waitForSync } from './support/unsent.ts';

/** A family with a child, a friend and a visit, all of it on the server. Returns what the browser stores of it. */
async function settledFamily(page: Page, url: string, parent: Parent, who: Person): Promise<string[]> {
  await parent.settle(url, who, noahWith('Ella'));
  await button(parent, 'checkInNamed').click();
  await waitForSync(page);
  const ids = await page.evaluate(() => {
    const { uid, household } = JSON.parse(localStorage.getItem('framme.account') ?? '{}');
    return [uid, household];
  });
  return ['Maja', 'Lind', 'Noah', 'Ella', '070-123', 'maja.lind', ...ids];
}

/** Ella's button on the dashboard. */
function button({ page, words: { people } }: Parent, status: 'checkInNamed' | 'checkOutNamed') {
  return page.getByRole('button', { name: filled(people[status], { name: 'Ella' }) }).first();
}

/** Another device of the same account. */
async function otherDevice(url: string, { email, password }: Person): Promise<HouseholdOnPhone> {
  const answer = await postJson(url, calls.logIn.path, { email, password });
  return new HouseholdOnPhone(url, accountIn(answer), answer.cookie ?? '');
}

test('a device that was closed while its account was deleted is wiped once anybody opens it, and after the next account too', async ({
  parent,
}) => {
  const { page, url } = parent;
  allowConsole(/401|Failed to load resource/);
  const [maja, omar] = [person('Maja', 'Lind'), person('Omar', 'Said')];
  const traces = await settledFamily(page, url, parent, maja);
  await page.goto(`${url}/robots.txt`);
  const { status } = await (await otherDevice(url, maja)).deleteAccount(maja.password);
  expect(status).toBe(200);
  // The control: the dump sees every trace until the app is opened.
  expect(await tracesIn(page, traces)).toEqual(traces);
  await page.goto(`${url}/about`);
  await expect.poll(() => tracesIn(page, traces)).toEqual([]);
  await parent.settle(url, omar);
  await parent.logOut();
  await expect.poll(() => tracesIn(page, [...traces, 'Omar', 'omar.said'])).toEqual([]);
});

test('a session ended on purpose leaves only what was not sent, which is sent after signing in again', {
  tag: '@full',
}, async ({ page, context, server: { url }, parent, words }) => {
  allowConsole(/401|Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  const { common, signIn } = words;
  const maja = person('Maja', 'Lind');
  await settledFamily(page, url, parent, maja);
  await waitForPrefetched(page);
  await context.setOffline(true);
  await button(parent, 'checkOutNamed').click();
  await expect(button(parent, 'checkInNamed')).toBeVisible();
  const other = await otherDevice(url, maja);
  expect((await other.post(calls.signOutOthers.path, {})).status).toBe(200);
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
  await expect(button(parent, 'checkInNamed')).toBeVisible();
  await waitForSync(page);
  const stored = [...(await other.documents())].find(([path]) => path.includes('/friends/'));
  expect(stored?.[1]).toMatchObject({ name: 'Ella', status: 'out' });
});

test('another account’s unsent changes are named, and can be discarded', async ({ parent, context }) => {
  const { page, words, url } = parent;
  allowConsole(/401|Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  const { held, common, signIn } = words;
  const traces = await settledFamily(page, url, parent, person('Maja', 'Lind'));
  await waitForPrefetched(page);
  await context.setOffline(true);
  await button(parent, 'checkOutNamed').click();
  await context.clearCookies();
  await context.setOffline(false);
  await expect(page.getByRole('dialog', { name: common.banner.lockedTitle })).toBeVisible();
  await page.goto(`${url}/dashboard`);
  await expect(page).toHaveURL(/login/);
  await expect(page.getByText(common.banner.lockedTitle).first()).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: signIn.createAccount }).click();
  await parent.fillRegistration(person('Omar', 'Said'));
  await parent.skipFirstRun(url);
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
