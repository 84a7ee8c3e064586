import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import type { Friend } from '#domain/documents.ts';
import { parsePath } from '#domain/paths.ts';
import { calls } from '#domain/protocol/calls.ts';
import { type HouseholdOnPhone, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { giveLink, seeVisit } from '#tests/support/people/linked-visit.ts';
import { violationsOn } from './support/accessibility/axe.ts';
import { enlarge, faultsOfLayout } from './support/accessibility/large-text.ts';
import { allowConsole, test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { filled, type Parent } from './support/parent.ts';
import { familyOn, joinByCalls, sectionOf, showItIsYou } from './support/parents.ts';
import { signIn } from './support/signed-in.ts';
import { waitForSync } from './support/unsent.ts';

test.use({ viewport: { width: 360, height: 640 } });

/** Astrid's page, and a second browser of another Astrid, who joined just now: she is not asked again who she is. */
const twoParents = test.extend<{ second: Parent; joining: HouseholdOnPhone }>({
  joining: async ({ server: { url } }, use) => {
    await use(await registerHousehold(url, 'Dahl'));
  },
  second: async ({ page, another, server: { url }, joining, language }, use) => {
    allowConsole(/401|403|404|409|ERR_FAILED|Failed to load resource|LoadFailed|dynamically imported/);
    const host = await familyOn(page, url, language);
    await joinByCalls(host, joining);
    const second = await another();
    await signIn(second.page.context(), joining, url);
    await second.page.goto(`${url}/dashboard`);
    await page.reload();
    await use(second);
  },
});

const checkOut = (page: Page, words: Parent['words']) =>
  page.getByRole('button', { name: filled(words.people.checkOutNamed, { name: 'Ella' }) });
const checkIn = (page: Page, words: Parent['words']) =>
  page.getByRole('button', { name: filled(words.people.checkInNamed, { name: 'Ella' }) });

/** Makes the parent leave without a copy, by calls alone. */
async function leaveByCalls(phone: HouseholdOnPhone): Promise<void> {
  await phone.post(calls.reauthenticate.path, { password: PASSWORD });
  const { uid, household } = phone.account;
  const { status } = await phone.post(calls.leaveHousehold.path, { uid, copy: false, household });
  expect(status).toBe(200);
}

/** Has a parent give Ella's open visit a link, from another phone. Returns its secret. */
async function linkBy(phone: HouseholdOnPhone): Promise<string> {
  const documents = [...(await phone.documents())];
  const found = documents.find(([, document]) => 'openVisit' in document && document.name === 'Ella');
  const { id: visitor = '', child = '' } = parsePath(found?.[0] ?? '') ?? {};
  const visit = (found?.[1] as Friend | undefined)?.openVisit ?? '';
  return giveLink(phone, { child, kind: 'friend', visitor }, visit);
}

twoParents(
  'whoever leaves has a copy, and what they tapped is a former parent’s',
  { tag: '@full' },
  async ({ page, second, joining, server: { url }, words }) => {
    const { parents, history } = words;
    const link = await linkBy(joining);
    await checkOut(second.page, words).click();
    await waitForSync(second.page);
    await second.page.goto(`${url}/profile/parents`);
    await sectionOf(second.page, words).getByRole('button', { name: parents.leave.open }).click();
    const dialog = second.page.getByRole('alertdialog');
    await expect(dialog.getByText(parents.leave.lead)).toBeVisible();
    expect(await violationsOn(second.page)).toEqual([]);
    await dialog.getByRole('switch', { name: parents.leave.links }).uncheck();
    await dialog.getByRole('button', { name: parents.leave.open }).click();
    await expect(second.page).toHaveURL(/dashboard/);
    await expect(checkIn(second.page, words)).toBeVisible();
    expect((await seeVisit(url, link)).status).toBe(200);

    await twoParents.step('the family is not told of what happens in the copy', async () => {
      await checkIn(second.page, words).click();
      await waitForSync(second.page);
      await page.goto(`${url}/history`);
      const row = page.getByRole('main').getByRole('button', { name: /^Ella / });
      await expect(row).toHaveCount(1);
      await expect(row).toContainText(`${history.by} Astrid ${history.and} ${history.formerParent}`);
      expect(await violationsOn(page)).toEqual([]);
    });

    await twoParents.step('the one who is left can not leave', async () => {
      await page.goto(`${url}/profile/parents`);
      const section = sectionOf(page, words);
      await expect(section.getByText(parents.alone)).toBeVisible();
      await expect(section.getByRole('button', { name: parents.leave.open })).toHaveCount(0);
    });
  },
);

twoParents(
  'the last parent is refused in words, if the other left meanwhile',
  { tag: '@full' },
  async ({ page, second: _second, joining, words }) => {
    const { parents } = words;
    await sectionOf(page, words).getByRole('button', { name: parents.leave.open }).click();
    const dialog = page.getByRole('alertdialog');
    await leaveByCalls(joining);
    await dialog.getByRole('button', { name: parents.leave.open }).click();
    await showItIsYou({ page, words }, PASSWORD);
    await expect(
      dialog.getByRole('alert').filter({ hasText: parents.failures['last-parent'] }),
    ).toBeVisible();
  },
);

twoParents(
  'removing a parent who has gone meanwhile ends as it was meant, and the list is read again',
  { tag: '@full' },
  async ({ page, second: _second, joining, words }) => {
    const { common, parents, people } = words;
    const section = sectionOf(page, words);
    const name = 'Astrid Dahl';
    const remove = section.getByRole('button', { name: filled(people.removeNamed, { name }) });
    await remove.click();
    const dialog = page.getByRole('alertdialog', { name: filled(parents.remove.title, { name }) });
    await leaveByCalls(joining);
    await dialog.getByRole('button', { name: common.remove }).click();
    await showItIsYou({ page, words }, PASSWORD);
    await expect(page.locator('#root').getByText(filled(parents.remove.done, { name }))).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(remove).toHaveCount(0);
    await expect(section.getByText(parents.alone)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: parents.title })).toBeFocused();
  },
);

twoParents(
  'whoever is removed is signed out and finds a copy; what was never sent can be saved to a file or discarded',
  { tag: '@full' },
  async ({ page, second, joining, words, server: { url } }) => {
    const { parents, common, people, held, signOut, commands } = words;
    const { email, household: former } = joining.account;
    const link = await linkBy(joining);
    const letThrough = await intercept(second.page, '**/api/sync');
    await checkOut(second.page, words).click();
    await expect(checkIn(second.page, words)).toBeVisible();

    await twoParents.step('removed, with the links', async () => {
      const section = sectionOf(page, words);
      await section
        .getByRole('button', { name: filled(people.removeNamed, { name: 'Astrid Dahl' }) })
        .click();
      const dialog = page.getByRole('alertdialog');
      await expect(dialog).toBeVisible();
      expect(await violationsOn(page)).toEqual([]);
      await expect(dialog.getByRole('switch', { name: parents.remove.links })).toBeChecked();
      expect((await seeVisit(url, link)).status).toBe(200);
      await dialog.getByRole('button', { name: common.remove }).click();
      await showItIsYou({ page, words }, PASSWORD);
      await expect(section.getByText(email)).toHaveCount(0);
      expect((await seeVisit(url, link)).status).toBe(410);
      await expect(page.getByRole('heading', { level: 1, name: parents.title })).toBeFocused();
    });

    const notice = second.page.getByRole('region', { name: held.titleLeft });
    await twoParents.step('the next sign-in opens the copy, where the friend is here still', async () => {
      letThrough();
      await second.page.reload();
      await expect(second.page.getByText(common.banner.lockedTitle).first()).toBeVisible();
      await second.page.goto(`${url}/login`);
      await second.logIn({ email, password: PASSWORD });
      await expect(checkOut(second.page, words)).toBeVisible();
      await expect(notice).toBeVisible();
      expect(await violationsOn(second.page)).toEqual([]);
    });

    await twoParents.step('the file says what it was', async () => {
      const [file] = await Promise.all([
        second.page.waitForEvent('download'),
        notice.getByRole('button', { name: signOut.saveFile }).click(),
      ]);
      const saved = await readFile(await file.path(), 'utf8');
      expect(saved).toContain(held.fileIsAbout);
      expect(JSON.parse(saved).changes).toMatchObject([
        { what: commands.checkOut, name: 'checkOut', person: 'Ella' },
      ]);
    });

    await twoParents.step('discarded, nothing of it is left', async () => {
      await notice.getByRole('button', { name: filled(held.discardNamed, { account: 'd…@e….org' }) }).click();
      await second.page.getByRole('alertdialog').getByRole('button', { name: held.discard }).click();
      await expect(notice).toBeHidden();
      const names = () =>
        second.page.evaluate(async () => (await indexedDB.databases()).map(({ name = '' }) => name).join());
      await expect.poll(names).not.toContain(former);
      await expect(checkOut(second.page, words)).toBeVisible();
    });
  },
);

test('the long name of a parent who tapped lies under no button', { tag: '@full' }, async ({ parent }) => {
  const { page, language, words, url } = parent;
  const home = await familyOn(page, url, language);
  await home.run('updateProfile', { firstName: 'Maximiliana Alexandra' });
  await joinByCalls(home, await registerHousehold(url, 'Dahl'));
  await page.goto(`${url}/dashboard`);
  const by = page.getByText(`${words.history.by} Maximiliana Alexandra`).first();
  for (const size of ['100%', '200%'] as const) {
    await enlarge(page, `font-size: ${size}`);
    await expect(by).toBeVisible();
    expect(await faultsOfLayout(page)).toEqual([]);
  }
});

test('a family of six is told that it is full, and two parents of one name are told apart', {
  tag: '@full',
}, async ({ page, server: { url }, language, words: { parents }, words }) => {
  await page.route(`**${calls.parents.path}`, async (route) => {
    const response = await route.fetch();
    const reply = await response.json();
    const [you] = reply.parents;
    const other = (_: unknown, i: number) => ({
      ...you,
      uid: `${i}${you.uid.slice(1)}`,
      firstName: 'Bo',
      lastName: i < 2 ? 'Dahl' : `Nummer${i}`,
      email: `bo.${i}@example.org`,
      isYou: false,
    });
    await route.fulfill({
      response,
      json: { ...reply, parents: [you, ...Array.from({ length: 5 }, other)] },
    });
  });
  await familyOn(page, url, language);
  const section = sectionOf(page, words);
  await expect(section.getByText(parents.invite.full)).toBeVisible();
  await expect(section.getByRole('listitem')).toHaveCount(6);
  await expect(section.getByRole('button', { name: parents.invite.open })).toHaveCount(0);
  for (const name of ['Bo Dahl (bo.0)', 'Bo Dahl (bo.1)']) {
    await section
      .getByRole('button', { name: filled(words.people.removeNamed, { name }), exact: true })
      .click();
    const dialog = page.getByRole('alertdialog', { name: filled(parents.remove.title, { name }) });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  expect(await violationsOn(page)).toEqual([]);
});
