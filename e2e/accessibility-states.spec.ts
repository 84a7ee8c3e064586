import { type BrowserContext, expect, type Page } from '@playwright/test';
import { brokenRules, violationsOn } from './support/accessibility/axe.ts';
import { busyFamily } from './support/busy-family.ts';
import { test } from './support/framme.ts';
import { filled, noahWith, type Parent, person } from './support/parent.ts';
import { refuse } from './support/refuse.ts';
import { signIn } from './support/signed-in.ts';

/** The states of a page that a parent meets seldom: each passes axe and fits every width. */

test.describe('in light and dark colours', { tag: '@full' }, () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test('a session that ended elsewhere, a refused change and the question before leaving pass axe', async ({
    page,
    context,
    server,
    parent,
    allowConsole,
  }) => {
    allowConsole(/401|Failed to load resource/);
    await examineFailures(page, context, server.url, parent);
  });

  test('the question of a forgotten check-out, a correction and an added visit pass axe', async ({
    page,
    context,
    server,
    parent,
  }) => {
    const { people, visit, addVisit, history, common } = parent.words;
    const home = await busyFamily(server.url, parent.language, { friends: 3, here: 2, hoursAgo: 30 });
    await signIn(context, home, server.url);
    await page.goto(`${server.url}/dashboard`);
    const question = page.getByRole('group', { name: filled(visit.question, { name: 'Vän 2' }) });
    await expect(question).toBeVisible();
    await expectPassing(page, 'the question of a forgotten check-out');
    await question.getByText(visit.answers.choose, { exact: true }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.locator('[name="left-time"]')).toBeFocused();
    await expectPassing(page, 'a correction that starts at the leaving time');
    await sheet.getByRole('button', { name: common.save, exact: true }).click();
    await expect(sheet.getByRole('alert')).toBeVisible();
    await expectPassing(page, 'a correction with a fault');
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await parent.openRow('Vän 2');
    await expect(
      sheet.getByRole('button', { name: filled(people.checkOutNamed, { name: 'Vän 2' }) }),
    ).toBeVisible();
    await expectPassing(page, 'the sheet of a visit with its question');
    await page.goto(`${server.url}/history`);
    await page.getByRole('button', { name: history.add }).click();
    await expect(sheet).toBeVisible();
    await expectPassing(page, 'the sheet of an added visit');
    await sheet.getByRole('button', { name: common.add, exact: true }).click();
    await expect(sheet).toContainText(addVisit.addProblems.who);
    await sheet.getByLabel(addVisit.who).selectOption('Vän 3');
    await sheet.getByRole('button', { name: common.add, exact: true }).click();
    await expect(sheet.getByRole('alert')).toBeVisible();
    await expectPassing(page, 'the sheet of an added visit with a fault');
    await sheet.getByLabel(history.arrived).fill('15:00');
  });
});

async function examineFailures(
  page: Page,
  context: BrowserContext,
  url: string,
  parent: Parent,
): Promise<void> {
  const { common, profile, people, signIn: words } = parent.words;
  const maja = person('Maja', 'Lind');
  await parent.settle(url, maja, noahWith('Ella'));
  await parent.follow(common.nav.profile);
  await page.getByLabel(profile.firstName).fill('Maria');
  await page.getByRole('banner').getByRole('link', { name: common.brand }).click();
  const question = page.getByRole('alertdialog', { name: common.leaving.title });
  await expect(question).toBeVisible();
  await expectPassing(page, 'the question before typed input is lost');
  await question.getByRole('button', { name: common.leaving.leave, exact: true }).click();
  await expect(page).not.toHaveURL(/profile/);

  await parent.follow(common.nav.dashboard);
  const letThrough = await refuse(page, 'checkIn', { code: 'failed' });
  const checkIn = page.getByRole('button', { name: filled(people.checkInNamed, { name: 'Ella' }) }).first();
  await checkIn.click();
  const show = page.getByRole('button', { name: parent.words.refused.show, exact: true });
  // A toast with the focus stays; axe may take longer than it would.
  await show.focus();
  await expectPassing(page, 'the toast of a refused change');
  await show.click();
  await expect(
    page.getByRole('heading', { name: filled(parent.words.refused.count.one, { count: 1 }) }),
  ).toBeFocused();
  await expectPassing(page, 'the list of refused changes');
  letThrough();

  await context.clearCookies();
  await checkIn.click();
  const sheet = page.getByRole('dialog', { name: common.banner.lockedTitle });
  await expect(sheet).toContainText(filled(words.again.waiting.one, { count: 1 }));
  await expectPassing(page, 'the sheet of a session that ended elsewhere');
  await sheet.getByRole('button', { name: words.logIn, exact: true }).click();
  await expectPassing(page, 'that sheet without a password');
  await sheet.getByLabel(filled(words.again.password, { email: maja.email })).fill('not this one');
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('alert')).toContainText(words.failures.invalidCredentials);
  await expectPassing(page, 'that sheet with a wrong password');
}

async function expectPassing(page: Page, what: string): Promise<void> {
  expect.soft(await violationsOn(page), what).toEqual([]);
  // Widths have no colours.
  await page.emulateMedia({ colorScheme: 'dark' });
  expect.soft(await brokenRules(page), `${what}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}
