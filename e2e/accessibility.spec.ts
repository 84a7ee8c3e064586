import { expect, type Page } from '@playwright/test';
import type { HouseholdOnPhone } from '#tests/support/people/household.ts';
import { expectAccessible } from './support/accessibility/axe.ts';
import { busyFamily } from './support/busy-family.ts';
import { PAGES_OF_A_PARENT } from './support/documents.ts';
import { allowConsole, test } from './support/framme.ts';
import { filled, noahWith, type Parent, person } from './support/parent.ts';
import { refuse } from './support/refuse.ts';
import { signIn } from './support/signed-in.ts';
import { untilSettled } from './support/still.ts';

const NEVER_HERE = 'عمر';

// Each screen with a family is asked in one walk (every-screen.spec.ts); here come faults, rare states and what a family lacks.
test.describe('in light and dark colours', { tag: '@full' }, () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test('the pages without a child pass axe', { tag: '@once' }, async ({ page, server, parent }) => {
    await parent.settle(server.url);
    for (const route of PAGES_OF_A_PARENT) {
      await page.goto(server.url + route);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeAttached();
      await expectAccessible(page, `${route}, empty`);
    }
  });

  test('forms with faults, a visitor who was never here and a day and a week in pictures pass axe', {
    tag: '@once',
  }, async ({ page, server, parent, words }) => {
    await page.goto(`${server.url}/login`);
    await page.getByRole('main').getByRole('button', { name: words.common.nav.signIn, exact: true }).click();
    await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
    await expectAccessible(page, 'a log-in with faults');
    await parent.settle(server.url, person('Maja', 'Lind'), withAGuest);
    await examineDialogs(page, parent, server.url);
  });

  test('an ended session, a refused change and the question before leaving pass axe', async ({ parent }) => {
    const { page, url } = parent;
    allowConsole(/401|Failed to load resource/);
    await examineFailures(page, url, parent);
  });

  test('a forgotten check-out, a correction and an added visit pass axe', async ({ parent, context }) => {
    const { page, url } = parent;
    const { visit, addVisit, history, common } = parent.words;
    const home = await busyFamily(url, parent.language, { friends: 3, here: 2, hoursAgo: 30 });
    await signIn(context, home, url);
    await page.goto(`${url}/dashboard`);
    const question = page.getByRole('group', { name: filled(visit.question, { name: 'Vän 2' }) });
    await expect(question).toBeVisible();
    await expectAccessible(page, 'the question of a forgotten check-out');
    await question.getByText(visit.answers.choose, { exact: true }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.locator('[name="left-time"]')).toBeFocused();
    await expectAccessible(page, 'a correction that starts at the leaving time');
    await sheet.getByRole('button', { name: common.save, exact: true }).click();
    await expect(sheet.getByRole('alert')).toBeVisible();
    await expectAccessible(page, 'a correction with a fault');
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await parent.openRow('Vän 2');
    await expect(sheet.getByRole('button', { name: `${visit.checkOutNow}. Vän 2` })).toBeVisible();
    await expectAccessible(page, 'the sheet of a visit with its question');
    await page.goto(`${url}/history`);
    await page.getByRole('button', { name: history.add }).click();
    await expect(sheet).toBeVisible();
    await sheet.getByRole('button', { name: common.add, exact: true }).click();
    await expect(sheet).toContainText(addVisit.addProblems.who);
    await sheet.getByLabel(addVisit.who).selectOption('Vän 3');
    await sheet.getByRole('button', { name: common.add, exact: true }).click();
    await expect(sheet.getByRole('alert')).toBeVisible();
    await expectAccessible(page, 'the sheet of an added visit with a fault');
  });
});

/** A friend who is here, and a guest who never was. */
async function withAGuest(home: HouseholdOnPhone): Promise<void> {
  const noah = await home.addChild('Noah', '2019-05-01');
  await home.run('checkIn', await home.addFriend(noah, 'Ella', '070-123 45 67'));
  await home.addGuest(noah, NEVER_HERE, 'fatima.k');
}

async function examineDialogs(page: Page, parent: Parent, url: string): Promise<void> {
  const { words } = parent;
  const dialog = page.getByRole('dialog');
  await parent.openRow(NEVER_HERE);
  await expectAccessible(page, 'the sheet of a visitor who was never here');
  await page.goto(`${url}/profile`);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Noah / })
    .click();
  await page.getByRole('button', { name: words.people.addFriend }).click();
  await dialog.getByRole('button', { name: words.common.add, exact: true }).click();
  await expectAccessible(page, 'the friend modal with faults');
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Stockholm' });
  for (const filter of [`month=${today.slice(0, 7)}`, `day=${today}`]) {
    await page.goto(`${url}/history?${filter}`);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeAttached();
    await expectAccessible(page, `/history?${filter}, with its picture`);
  }
  await page.goto(`${url}/dashboard`);
  await page
    .getByRole('button', { name: filled(words.people.newFriendOf, { name: 'Noah' }) })
    .first()
    .click();
  await dialog.getByRole('button', { name: words.newFriend.addAndCheckIn }).click();
  await expectAccessible(page, 'the sheet of a new friend with faults');
}

async function examineFailures(page: Page, url: string, parent: Parent): Promise<void> {
  const { common, profileForm, people, callFailures, signIn: words } = parent.words;
  const maja = person('Maja', 'Lind');
  await parent.settle(url, maja, noahWith('Ella'));
  await parent.follow(common.nav.profile);
  await page.getByLabel(profileForm.firstName).fill('Maria');
  await page.getByRole('banner').getByRole('link', { name: common.brand }).click();
  const question = page.getByRole('alertdialog', { name: common.leaving.title });
  await expect(question).toBeVisible();
  await expectAccessible(page, 'the question before typed input is lost');
  await question.getByRole('button', { name: common.leaving.leave, exact: true }).click();
  await expect(page).not.toHaveURL(/profile/);

  await parent.follow(common.nav.dashboard);
  const letThrough = await refuse(page, 'checkIn', { code: 'failed' });
  const checkIn = page.getByRole('button', { name: filled(people.checkInNamed, { name: 'Ella' }) }).first();
  await checkIn.click();
  const show = page.getByRole('button', { name: parent.words.refused.show, exact: true });
  // A toast with the focus stays; axe may take longer than it would.
  await show.focus();
  await expectAccessible(page, 'the toast of a refused change');
  await show.click();
  await expect(
    page.getByRole('heading', { name: filled(parent.words.refused.count.one, { count: 1 }) }),
  ).toBeFocused();
  await expectAccessible(page, 'the list of refused changes');
  letThrough();

  await page.context().clearCookies();
  await untilSettled(checkIn);
  await checkIn.click();
  const sheet = page.getByRole('dialog', { name: common.banner.lockedTitle });
  await expect(sheet).toContainText(filled(words.again.waiting.one, { count: 1 }));
  await expectAccessible(page, 'the sheet of a session that ended elsewhere');
  await sheet.getByRole('button', { name: common.nav.signIn, exact: true }).click();
  await expectAccessible(page, 'that sheet without a password');
  await sheet.getByLabel(filled(words.again.password, { email: maja.email })).fill('not this one');
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('alert')).toContainText(callFailures['invalid-credentials']);
  await expectAccessible(page, 'that sheet with a wrong password');
}
