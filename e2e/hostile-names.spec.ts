import { expect, type Page } from '@playwright/test';
import type { Language } from '#domain/language.ts';
import { type CallReply, calls } from '#domain/protocol/calls.ts';
import type { Passkeys } from '#domain/protocol/passkeys.ts';
import { HOSTILE_NAMES as NAMES } from '#tests/support/people/hostile-names.ts';
import { type HouseholdOnPhone, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { get, postJson } from '#tests/support/server/http.ts';
import { allowConsole, test } from './support/framme.ts';
import { filled } from './support/parent.ts';
import { addPasskey, addVirtualAuthenticator } from './support/passkeys.ts';
import { signIn } from './support/signed-in.ts';

const PAGES = ['/dashboard', '/history', '/profile', '/profile/parents', '/profile/security', '/'];

interface Marked extends Window {
  hit?: number;
  refused: string[];
}

/** Records violations of the content security policy: text that became code, although it was blocked. */
async function watchPolicy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const marked = window as unknown as Marked;
    marked.refused = [];
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => {
      marked.refused.push(violatedDirective);
    });
  });
}

async function traces(page: Page) {
  return page.evaluate(() => {
    const { hit, refused } = window as unknown as Marked;
    const planted =
      '[onerror], [onload], [onmouseover], iframe, img[src="x"], a[href^="javascript:"], script:not([src]):not([type])';
    return { hit: hit ?? 0, refused, elements: document.querySelectorAll(planted).length };
  });
}

const shownText = (page: Page, text: string) => page.getByText(text).filter({ visible: true }).first();

const nothing = { hit: 0, refused: [], elements: 0 };

async function familyOfOddNames(url: string, language: Language): Promise<HouseholdOnPhone> {
  const family = await registerHousehold(url);
  await family.run('updateProfile', { language, firstName: NAMES[0] ?? '', lastName: NAMES[1] ?? '' });
  const child = await family.addChild(NAMES[2]);
  for (const name of NAMES) {
    const [friend, guest] = [await family.addFriend(child, name), await family.addGuest(child, name)];
    await family.run('checkIn', friend);
    await family.run('checkIn', guest);
    await family.run('checkOut', guest);
  }
  return family;
}

test('names that look like markup are shown as text on every screen', async ({ parent, server }) => {
  const { page, language, words } = parent;
  const family = await familyOfOddNames(server.url, language);
  await signIn(page.context(), family, server.url);
  await watchPolicy(page);
  for (const path of PAGES) {
    await page.goto(server.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (path !== '/' && !path.startsWith('/profile/')) {
      await expect(shownText(page, '<script>window.hit=1</script>')).toBeVisible();
    }
    expect([path, await traces(page)]).toEqual([path, nothing]);
  }
  await test.step('the modal shows them as text', async () => {
    const open = page.getByRole('main').getByRole('button', { name: words.common.checkIn, exact: true });
    await open.first().click();
    const modal = page.getByRole('dialog');
    await modal.getByRole('listitem').getByRole('button').first().click();
    await expect(modal.getByText(NAMES[0] ?? '').first()).toBeVisible();
    expect(await traces(page)).toEqual(nothing);
  });
  await test.step('control: a name inserted as markup is detected', async () => {
    allowConsole(/Content Security Policy|ERR_|Failed to load/);
    await page.evaluate((name) => document.body.insertAdjacentHTML('beforeend', name), NAMES[0] ?? '');
    await expect.poll(async () => (await traces(page)).refused.length).toBeGreaterThan(0);
    expect((await traces(page)).elements).toBe(1);
  });
  expect(filled(words.people.checkInNamed, { name: '$&' })).toContain('$&');
});

test('names of devices and passkeys like markup are shown as text', { tag: '@full' }, async ({ parent }) => {
  const { page, url } = parent;
  const family = await registerHousehold(url);
  await signIn(page.context(), family, url);
  await watchPolicy(page);
  await addVirtualAuthenticator(page);
  await page.goto(`${url}/profile/account`);
  await addPasskey(page, parent);
  const { passkeys } = (await get(url, calls.listPasskeys.path, { cookie: family.cookie })).body as Passkeys;
  const shown = page.getByRole('list', { name: parent.words.passkeySettings.list });
  for (const name of NAMES) {
    const renamed = await family.post(calls.renamePasskey.path, { id: passkeys[0]?.id, name });
    expect(renamed.status).toBe(200);
    await page.reload();
    await expect(shown.getByText(name, { exact: true })).toBeVisible();
    expect([name, await traces(page)]).toEqual([name, nothing]);
    await newDevice(url, family.account.email, name);
  }
  await page.goto(`${url}/profile/security`);
  for (const name of NAMES) await expect(page.getByText(name, { exact: true }).first()).toBeAttached();
  expect(await traces(page)).toEqual(nothing);
});

/** Logs in on another device and names it. */
async function newDevice(url: string, email: string, name: string): Promise<void> {
  const { cookie = '' } = await postJson(url, calls.logIn.path, { email, password: PASSWORD });
  const { devices } = (await get(url, calls.devices.path, { cookie })).body as CallReply<'devices'>;
  const id = devices.find(({ isThis }) => isThis)?.id;
  expect((await postJson(url, calls.nameDevice.path, { id, name }, { cookie })).status).toBe(200);
}
