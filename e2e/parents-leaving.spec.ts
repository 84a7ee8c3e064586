import { expect, type Page } from '@playwright/test';
import type { Friend } from '#domain/documents.ts';
import { parsePath } from '#domain/paths.ts';
import { type HouseholdOnPhone, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { giveLink, seeVisit } from '#tests/support/people/linked-visit.ts';
import { violationsOn } from './support/accessibility/axe.ts';
import { test } from './support/framme.ts';
import { filled, type Parent } from './support/parent.ts';
import { anotherBrowser, familyOn, joinByCalls, sectionOf, showItIsYou } from './support/parents.ts';
import { watchRequests } from './support/rest.ts';
import { signIn } from './support/signed-in.ts';
import { untilSettled } from './support/still.ts';
import { waitForPrefetched, waitForSync } from './support/unsent.ts';

test.use({ viewport: { width: 360, height: 640 } });

/** Astrid's page, and a second browser of another Astrid, who joined just now: she is not asked again who she is. */
const twoParents = test.extend<{ second: Parent; joining: HouseholdOnPhone; email: string }>({
  joining: async ({ server: { url }, language }, use) => {
    const joining = await registerHousehold(url, 'Dahl');
    // The screens follow the profile's language.
    await joining.run('updateProfile', { language });
    await use(joining);
  },
  second: async ({ page, browser, server: { url }, joining, language, watch, allowConsole }, use) => {
    allowConsole(
      /401|403|409|ERR_INTERNET_DISCONNECTED|Failed to load resource|LoadFailed|dynamically imported/,
    );
    const host = await familyOn(page, url, language);
    await joinByCalls(host, joining);
    const second = await anotherBrowser(browser, language, watch);
    await signIn(second.page.context(), joining, url);
    await second.page.goto(`${url}/dashboard`);
    await page.reload();
    await use(second);
    await second.page.context().close();
  },
  email: async ({ page, words }, use) => {
    await use((await sectionOf(page, words).getByText('dahl-').textContent()) ?? '');
  },
});

const checkOut = (page: Page, words: Parent['words']) =>
  page.getByRole('button', { name: filled(words.people.checkOutNamed, { name: 'Ella' }) });
const checkIn = (page: Page, words: Parent['words']) =>
  page.getByRole('button', { name: filled(words.people.checkInNamed, { name: 'Ella' }) });

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
  async ({ page, second, words, server: { url } }) => {
    const { parents } = words;
    await sectionOf(page, words).getByRole('button', { name: parents.leave.open }).click();
    await second.page.goto(`${url}/profile/parents`);
    await sectionOf(second.page, words).getByRole('button', { name: parents.leave.open }).click();
    const leaving = second.page.getByRole('alertdialog');
    await leaving.getByRole('switch', { name: parents.leave.without }).check();
    await leaving.getByRole('button', { name: parents.leave.open }).click();
    await expect(second.page).toHaveURL(/dashboard/);
    await expect(second.page.getByText('Ella')).toHaveCount(0);
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: parents.leave.open }).click();
    await showItIsYou({ page, words } as Parent, PASSWORD);
    await expect(
      dialog.getByRole('alert').filter({ hasText: parents.failures['last-parent'] }),
    ).toBeVisible();
  },
);

twoParents(
  'whoever is removed is signed out, and finds a copy at the next sign-in',
  { tag: '@full' },
  async ({ page, second, joining, email, words, server: { url } }) => {
    const { parents, common } = words;
    const link = await linkBy(joining);
    const section = sectionOf(page, words);
    await section
      .getByRole('button', { name: filled(parents.remove.named, { name: 'Astrid Dahl' }) })
      .click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    const ending = dialog.getByRole('switch', { name: parents.remove.links });
    await expect(ending).toBeChecked();
    expect((await seeVisit(url, link)).status).toBe(200);
    await dialog.getByRole('button', { name: parents.remove.open }).click();
    await showItIsYou({ page, words } as Parent, PASSWORD);
    await expect(section.getByText(email)).toHaveCount(0);
    expect((await seeVisit(url, link)).status).toBe(410);
    await expect(page.getByRole('heading', { level: 1, name: parents.title })).toBeFocused();
    await expect(second.page.getByText(common.banner.lockedTitle).first()).toBeVisible();
    await second.page.goto(`${url}/login`);
    await second.logIn({ email, password: PASSWORD });
    await expect(checkOut(second.page, words)).toBeVisible();
  },
);

twoParents(
  'offline taps of both parents on one friend end the same on both phones, each with its parent',
  { tag: '@full' },
  async ({ page, second, words, server: { url } }) => {
    const { history } = words;
    const pages = [page, second.page];
    for (const one of pages) {
      watchRequests(one);
      await one.goto(`${url}/dashboard`);
      await expect(checkOut(one, words)).toBeVisible();
      await waitForPrefetched(one);
    }
    for (const one of pages) await one.context().setOffline(true);
    await checkOut(page, words).click();
    await checkOut(second.page, words).click();
    await second.page.mouse.move(1, 1);
    await untilSettled(checkIn(second.page, words));
    await checkIn(second.page, words).click();
    await expect(checkOut(second.page, words)).toBeVisible();
    await page.context().setOffline(false);
    await waitForSync(page);
    await second.page.context().setOffline(false);
    await waitForSync(second.page);
    const rows = (one: Page) => one.getByRole('main').getByRole('button', { name: /^Ella / });
    for (const one of pages) {
      await one.goto(`${url}/history`);
      await expect(rows(one)).toContainText([`${history.by} Astrid Dahl`, `${history.by} Astrid Lind`]);
    }
    // A row may count the minutes since.
    const seen = () => Promise.all(pages.map((one) => rows(one).allTextContents()));
    await expect
      .poll(async () => {
        const [first, other] = await seen();
        return first?.join() === other?.join() ? 'the same' : [first, other];
      })
      .toBe('the same');
  },
);
