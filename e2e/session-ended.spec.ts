import { type Browser, expect } from '@playwright/test';
import { LOCALES } from '#domain/language.ts';
import { test } from './support/framme.ts';
import { filled, noahWith, Parent, type Person, person } from './support/parent.ts';
import { waitForSync } from './support/unsent.ts';

/** A family on the dashboard with a friend; the live stream is open. */
async function atDashboard(url: string, parent: Parent, who: Person): Promise<void> {
  await parent.settle(url, who, noahWith('Ella'));
}

/** Signs every other device out, from a device of its own. */
async function signOutFromAfar(browser: Browser, url: string, { language, words }: Parent, who: Person) {
  const context = await browser.newContext({ locale: LOCALES[language] });
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await new Parent(page, language).logIn(who);
  await expect(page).toHaveURL(/dashboard/);
  await page.goto(`${url}/profile/security`);
  const { signOutOthers } = words.account.devices;
  await page.getByRole('button', { name: signOutOthers }).click();
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await context.close();
}

test('a session that ended elsewhere hides the family, and a sheet asks only for the password', async ({
  page,
  browser,
  server,
  parent,
  words,
  allowConsole,
}) => {
  allowConsole(/401|Failed to load resource/);
  const { common, people, signIn } = words;
  const maja = person('Maja', 'Lind');
  await atDashboard(server.url, parent, maja);
  await parent.follow(common.nav.profile);
  await page.getByLabel(words.profile.firstName).fill('Maria');
  await signOutFromAfar(browser, server.url, parent, maja);
  const sheet = page.getByRole('dialog', { name: common.banner.lockedTitle });
  await expect(sheet).toBeVisible();

  await test.step('nothing of the family shows, and nothing closes the sheet', async () => {
    await expect(page.getByText('Noah').filter({ visible: true })).toHaveCount(0);
    await expect(page.getByText('Ella').filter({ visible: true })).toHaveCount(0);
    await expect(sheet.getByRole('textbox')).toHaveCount(1);
    await expect(sheet.getByLabel(filled(signIn.again.password, { email: maja.email }))).toBeFocused();
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await expect(sheet).toBeVisible();
  });

  await test.step('a wrong password is said there', async () => {
    await sheet.getByLabel(filled(signIn.again.password, { email: maja.email })).fill('not this one');
    await sheet.getByRole('button', { name: signIn.logIn, exact: true }).click();
    await expect(sheet.getByRole('alert')).toContainText(signIn.failures.invalidCredentials);
  });

  await test.step('the right one shows the same page as it was', async () => {
    await sheet.getByLabel(filled(signIn.again.password, { email: maja.email })).fill(maja.password);
    await page.keyboard.press('Enter');
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(/profile/);
    await expect(page.getByLabel(words.profile.firstName)).toHaveValue('Maria');
    await expect(
      page.getByRole('button', { name: filled(people.removeNamed, { name: 'Noah' }) }),
    ).toBeVisible();
  });
});

test('a tap made as the session had ended says that it waits, and is sent after signing in', async ({
  page,
  context,
  server,
  parent,
  words,
  allowConsole,
}) => {
  allowConsole(/401|Failed to load resource/);
  const { common, people, signIn } = words;
  const maja = person('Maja', 'Lind');
  await atDashboard(server.url, parent, maja);
  await context.clearCookies();
  await page
    .getByRole('button', { name: filled(people.checkInNamed, { name: 'Ella' }) })
    .first()
    .click();
  const sheet = page.getByRole('dialog', { name: common.banner.lockedTitle });
  await expect(sheet).toContainText(filled(signIn.again.waiting.one, { count: 1 }));
  await expect(page.getByText(common.success).filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole('banner').first()).toContainText(
    filled(common.banner.waitingForSignIn.one, { count: 1 }),
  );
  await sheet.getByLabel(filled(signIn.again.password, { email: maja.email })).fill(maja.password);
  await page.keyboard.press('Enter');
  await expect(sheet).toBeHidden();
  await expect(
    page.getByRole('button', { name: filled(people.checkOutNamed, { name: 'Ella' }) }).first(),
  ).toBeVisible();
  await waitForSync(page);
});

test('signing out after the session has ended offers no file of what waits, and names nobody', {
  tag: '@full',
}, async ({ page, context, server, parent, words, allowConsole }) => {
  allowConsole(/401|Failed to load resource|The log-out failed/);
  const { common, people, signOut } = words;
  await atDashboard(server.url, parent, person('Maja', 'Lind'));
  await context.clearCookies();
  await page
    .getByRole('button', { name: filled(people.checkInNamed, { name: 'Ella' }) })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: common.banner.lockedTitle })).toBeVisible();
  await page.goto(`${server.url}/about`);
  await page.getByRole('banner').getByRole('button', { name: common.nav.signOut }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(filled(signOut.consequence.one, { count: 1 }));
  await expect(question).toContainText(signOut.locked);
  await expect(question).not.toContainText('Ella');
  for (const name of [signOut.saveFile, signOut.send])
    await expect(question.getByRole('button', { name })).toHaveCount(0);
  await question.getByRole('button', { name: signOut.discard }).click();
  await expect(page.getByRole('banner').getByText(common.nav.signIn, { exact: true })).toBeVisible();
});

test('a child added as the session had ended gets the message of the error catalogue', {
  tag: '@full',
}, async ({ page, context, server, parent, words, allowConsole }) => {
  allowConsole(/401|Failed to load resource/);
  const { common } = words;
  await atDashboard(server.url, parent, person('Maja', 'Lind'));
  await parent.follow(common.nav.profile);
  await context.clearCookies();
  await parent.addChild('Liv', '2019-05-01');
  const sheet = page.getByRole('dialog', { name: common.banner.lockedTitle });
  await expect(sheet.getByRole('alert')).toContainText(common.failures.notAuthenticated);
  await expect(page.getByText(common.success).filter({ visible: true })).toHaveCount(0);
});

test('the modal of the home page stays under the sheet, and goes on after signing in', {
  tag: '@full',
}, async ({ page, context, server, parent, words, allowConsole }) => {
  allowConsole(/401|Failed to load resource/);
  const { common, signIn } = words;
  const maja = person('Maja', 'Lind');
  await atDashboard(server.url, parent, maja);
  await page.getByRole('banner').getByRole('link', { name: common.brand }).click();
  const modal = await parent.openModal('checkIn', 'Noah');
  await expect(modal).toContainText('Ella');
  await context.clearCookies();
  await modal.getByRole('button', { name: 'Ella' }).click();
  const sheet = page.getByRole('dialog', { name: common.banner.lockedTitle });
  await expect(sheet).toContainText(filled(signIn.again.waiting.one, { count: 1 }));
  await expect(page.getByText('Ella').filter({ visible: true })).toHaveCount(0);
  await expect(page.getByText(common.success).filter({ visible: true })).toHaveCount(0);
  await sheet.getByLabel(filled(signIn.again.password, { email: maja.email })).fill(maja.password);
  await page.keyboard.press('Enter');
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('dialog')).toContainText('Ella');
});

test('the home page names nobody who is here once the session has ended, also after a reload', {
  tag: '@full',
}, async ({ page, browser, server, parent, words, allowConsole }) => {
  allowConsole(/401|Failed to load resource/);
  const { common, people } = words;
  const maja = person('Maja', 'Lind');
  await atDashboard(server.url, parent, maja);
  await page
    .getByRole('button', { name: filled(people.checkInNamed, { name: 'Ella' }) })
    .first()
    .click();
  await waitForSync(page);
  await page.getByRole('banner').getByRole('link', { name: common.brand }).click();
  const ella = page.getByRole('main').getByText('Ella');
  await expect(ella.first()).toBeVisible();
  await signOutFromAfar(browser, server.url, parent, maja);
  const sheet = page.getByRole('dialog', { name: common.banner.lockedTitle });
  await expect(sheet).toBeVisible();
  await expect(ella).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(ella).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(common.banner.lockedTitle).first()).toBeVisible();
  await expect(ella).toHaveCount(0);
});

test('the sheet of check-in closes with its toasts once the session has ended', { tag: '@full' }, async ({
  page,
  browser,
  server,
  parent,
  words,
  allowConsole,
}) => {
  allowConsole(/401|Failed to load resource/);
  const { common, people } = words;
  const maja = person('Maja', 'Lind');
  await atDashboard(server.url, parent, maja);
  await page.getByRole('button', { name: common.checkIn, exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: filled(people.checkInNamed, { name: 'Ella' }) })
    .click();
  await waitForSync(page);
  await signOutFromAfar(browser, server.url, parent, maja);
  await expect(page.getByRole('dialog', { name: common.banner.lockedTitle })).toBeVisible();
  await expect(page.getByText('Ella').filter({ visible: true })).toHaveCount(0);
  await expect(page.locator('#announce-polite')).not.toContainText('Ella');
});
