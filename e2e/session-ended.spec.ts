import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { calls } from '#domain/protocol/calls.ts';
import { gate } from '#tests/support/gate.ts';
import { HouseholdOnPhone } from '#tests/support/people/household.ts';
import { postJson } from '#tests/support/server/http.ts';
import { allowConsole, test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { filled, noahWith, type Person, person, type Words } from './support/parent.ts';
import { waitForSync } from './support/unsent.ts';

/** Signs every other device out, from a device of its own. */
async function signOutFromAfar(url: string, who: Person): Promise<void> {
  const { cookie = '' } = await postJson(url, calls.logIn.path, who);
  await postJson(url, calls.signOutOthers.path, {}, { cookie });
}

/** The sheet that asks for the password, and giving it. */
function lockedSheet(page: Page, { common, signIn }: Words, { email, password }: Person) {
  const sheet = page.getByRole('dialog', { name: common.banner.lockedTitle });
  const field = sheet.getByLabel(filled(signIn.again.password, { email }));
  const signInAgain = async () => {
    await field.fill(password);
    await page.keyboard.press('Enter');
    await expect(sheet).toBeHidden();
  };
  return { sheet, field, signInAgain };
}

test('an ended session hides the family, and asks only for the password', async ({ parent, context }) => {
  const { page, words, url } = parent;
  allowConsole(/401|Failed to load resource/);
  const { callFailures, common, people, signIn } = words;
  const maja = person('Maja', 'Lind');
  const { sheet, field, signInAgain } = lockedSheet(page, words, maja);
  await parent.settle(url, maja, noahWith('Ella'));
  await parent.follow(common.nav.profile);
  await page.getByLabel(words.profileForm.firstName).fill('Maria');
  await signOutFromAfar(url, maja);
  await expect(sheet).toBeVisible();

  await test.step('nothing of the family shows, and nothing closes the sheet', async () => {
    await expect(page.getByText('Noah').filter({ visible: true })).toHaveCount(0);
    await expect(page.getByText('Ella').filter({ visible: true })).toHaveCount(0);
    await expect(sheet.getByRole('textbox')).toHaveCount(1);
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await expect(sheet).toBeVisible();
  });

  await test.step('a wrong password is said there', async () => {
    await field.fill('not this one');
    await sheet.getByRole('button', { name: common.nav.signIn, exact: true }).click();
    await expect(sheet.getByRole('alert')).toContainText(callFailures['invalid-credentials']);
  });

  await test.step('the right one shows the same page as it was', async () => {
    await signInAgain();
    await expect(page).toHaveURL(/profile/);
    await expect(page.getByLabel(words.profileForm.firstName)).toHaveValue('Maria');
    await expect(
      page.getByRole('button', { name: filled(people.removeNamed, { name: 'Noah' }) }),
    ).toBeVisible();
  });

  await test.step('a tap made as the session had ended says that it waits, and is sent after signing in', async () => {
    await page.getByLabel(words.profileForm.firstName).fill(maja.firstName);
    await parent.follow(common.nav.dashboard);
    await waitForSync(page);
    await context.clearCookies();
    await page
      .getByRole('button', { name: filled(people.checkInNamed, { name: 'Ella' }) })
      .first()
      .click();
    await expect(sheet).toContainText(filled(signIn.again.waiting.one, { count: 1 }));
    await expect(page.getByText(common.success).filter({ visible: true })).toHaveCount(0);
    await expect(page.getByRole('banner').first()).toContainText(
      filled(common.banner.waitingForSignIn.one, { count: 1 }),
    );
    await signInAgain();
    await expect(
      page.getByRole('button', { name: filled(people.checkOutNamed, { name: 'Ella' }) }).first(),
    ).toBeVisible();
    await waitForSync(page);
  });
});

test('what is open as the session ends stays under the sheet or closes, and nobody is named', {
  tag: '@full',
}, async ({ page, context, server, parent, words }) => {
  allowConsole(/401|Failed to load resource/);
  const { common, people, signIn } = words;
  const maja = person('Maja', 'Lind');
  const { sheet, signInAgain } = lockedSheet(page, words, maja);
  await parent.settle(server.url, maja, noahWith('Ella', 'Kim'));

  await test.step('the modal of the home page goes on after signing in', async () => {
    await page.getByRole('banner').getByRole('link', { name: common.brand }).click();
    const modal = await parent.openModal('checkIn', 'Noah');
    await expect(modal).toContainText('Kim');
    await context.clearCookies();
    await modal.getByRole('button', { name: 'Kim' }).click();
    await expect(sheet).toContainText(filled(signIn.again.waiting.one, { count: 1 }));
    await expect(page.getByText('Kim').filter({ visible: true })).toHaveCount(0);
    await expect(page.getByText(common.success).filter({ visible: true })).toHaveCount(0);
    await signInAgain();
    await expect(page.getByRole('dialog')).toContainText('Kim');
  });

  await test.step('the check-in sheet closes with its toasts, and the home page names nobody', async () => {
    await page.goto(`${server.url}/dashboard`);
    await page.getByRole('button', { name: common.checkIn, exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: filled(people.checkInNamed, { name: 'Ella' }) })
      .click();
    await waitForSync(page);
    await signOutFromAfar(server.url, maja);
    await expect(sheet).toBeVisible();
    await expect(page.getByText('Ella').filter({ visible: true })).toHaveCount(0);
    await expect(page.locator('#announce-polite')).not.toContainText('Ella');
    await page.goto(server.url);
    await expect(page.getByText(common.banner.lockedTitle).first()).toBeVisible();
    await expect(page.getByRole('main').getByText('Ella')).toHaveCount(0);
  });
});

test('a child added as the session had ended is not claimed; signing out then offers no file of what waits, and names nobody', {
  tag: '@full',
}, async ({ page, context, server, parent, words }) => {
  allowConsole(/401|Failed to load resource|The log-out failed/);
  const { common, signOut } = words;
  const maja = person('Maja', 'Lind');
  const { sheet } = lockedSheet(page, words, maja);
  await parent.settle(server.url, maja, noahWith('Ella'));
  await parent.follow(common.nav.profile);
  await context.clearCookies();
  await parent.addChild('Liv', '2019-05-01');
  await expect(sheet.getByRole('alert')).toContainText(common.failures.notAuthenticated);
  await expect(page.getByText(common.success).filter({ visible: true })).toHaveCount(0);
  await page.goto(`${server.url}/about`);
  await page.getByRole('banner').getByRole('button', { name: common.nav.signOut }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(filled(signOut.consequence.one, { count: 1 }));
  await expect(question).toContainText(signOut.locked);
  await expect(question).not.toContainText('Liv');
  for (const name of [signOut.saveFile, signOut.send])
    await expect(question.getByRole('button', { name })).toHaveCount(0);
  await question.getByRole('button', { name: signOut.discard }).click();
  await expect(page.getByRole('banner').getByText(common.nav.signIn, { exact: true })).toBeVisible();
});

test('signing out with an unsent tap offers to send, save or discard it', async ({ parent }) => {
  const { page, words, url } = parent;
  allowConsole(/Failed to load resource/);
  const { commands, common, people, signOut } = words;
  const question = page.getByRole('alertdialog');
  const leave = page.getByRole('banner').getByRole('button', { name: common.nav.signOut });
  const button = (text: string) => page.getByRole('button', { name: filled(text, { name: 'Ella Lind' }) });
  const maja = person('Maja', 'Lind');
  const { account } = await parent.settle(url, maja, noahWith('Ella Lind'));
  const letThrough = await intercept(page, '**/api/**');
  await button(people.checkInNamed).click();
  await expect(button(people.undoNamed)).toBeVisible();
  await leave.click();
  await expect(question).toContainText(filled(signOut.consequence.one, { count: 1 }));

  await test.step('the file describes the unsent tap in words', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      question.getByRole('button', { name: signOut.saveFile }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^framme-\d{4}-\d\d-\d\d\.json$/);
    const { changes } = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({
      what: commands.checkIn,
      name: 'checkIn',
      child: 'Noah',
      person: 'Ella Lind',
    });
    await expect(question).toContainText(download.suggestedFilename());
  });

  await test.step('sending without a network fails and loses nothing', async () => {
    await question.getByRole('button', { name: signOut.send }).click();
    await expect(question).toContainText(signOut.notSent);
    await question.getByRole('button', { name: signOut.stay }).click();
    await expect(question).toBeHidden();
    await expect(parent.shown('Ella Lind').first()).toBeVisible();
  });

  await test.step('with a network the tap is sent before the sign-out', async () => {
    await leave.click();
    await expect(question).toBeVisible();
    // Held until the press: a retry by itself would take the button away.
    const { passed, open } = gate();
    await page.route('**/api/sync', async (route) => {
      await passed;
      await route.continue();
    });
    letThrough();
    await question.getByRole('button', { name: signOut.send }).click();
    open();
    await expect(page.getByRole('banner').getByText(common.nav.signIn)).toBeVisible();
    const { cookie = '' } = await postJson(url, calls.logIn.path, maja);
    const documents = await new HouseholdOnPhone(url, account, cookie).documents();
    expect(JSON.stringify([...documents.values()])).toContain('"status":"in"');
  });
});

test.describe('with a refusing server', () => {
  test.use({ entry: 'tests/support/server/refusing-server.ts' });

  test('signing out offers to save the refused tap in a file', { tag: '@full' }, async ({
    page,
    ownServer: server,
    parent,
    words,
  }) => {
    const { common } = words;
    const question = page.getByRole('alertdialog');
    await parent.settle(server.url);
    await parent.follow(common.nav.profile);
    // Later than a form waits, so that the refusal is listed.
    await page.route('**/api/sync', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 2500));
      await route.continue();
    });
    await parent.addChild('Noah', '2019-05-01');
    await expect(page.getByRole('region').filter({ hasText: common.failures.addChild })).toBeVisible();
    await page.getByRole('banner').getByRole('button', { name: common.nav.signOut }).click();
    await expect(question).toContainText(words.signOut.refused.one);
    await expect(question.getByRole('button', { name: words.signOut.send })).toHaveCount(0);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      question.getByRole('button', { name: words.signOut.saveFile }).click(),
    ]);
    const { changes } = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(changes).toMatchObject([{ what: words.commands.addChild, args: { name: 'Noah' }, refusal: {} }]);
    await question.getByRole('button', { name: words.signOut.discard }).click();
    await expect(page.getByRole('banner').getByText(common.nav.signIn)).toBeVisible();
  });
});
