import { expect } from '@playwright/test';
import { ALL_TEXTS } from '#client/translations/all-texts.ts';
import { nextLanguage } from '#domain/language.ts';
import type { VisitorRef } from '#domain/paths.ts';
import { allowConsole, test } from './support/framme.ts';
import { filled, noahWith, person } from './support/parent.ts';
import { pressPaused } from './support/paused-clock.ts';

test('an error box follows the language, and the toggle wins over the URL after a reload', {
  tag: '@full',
}, async ({ page, server, parent, language, words }) => {
  allowConsole(/401/);
  const other = nextLanguage(language);
  await page.goto(`${server.url}/login?lng=${language}`);
  await parent.logIn({ email: 'nobody@example.org', password: 'not this one' });
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toHaveText(words.callFailures['invalid-credentials']);
  await page
    .getByRole('banner')
    .getByRole('button', { name: `${other.toUpperCase()}: ` })
    .click();
  await expect(alert).toHaveText(ALL_TEXTS[other].callFailures['invalid-credentials']);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', other);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ALL_TEXTS[other].common.nav.signIn);
});

test('deleting a child says who is checked in there', { tag: '@full' }, async ({ parent, server }) => {
  const { page, words } = parent;
  const { common, people } = words;
  const guests: VisitorRef[] = [];
  const home = await parent.settle(server.url, person('Maja', 'Lind'), async (family) => {
    const noah = await family.addChild('Noah', '2019-05-01');
    for (const name of ['Omar', 'Moa', 'Vera']) guests.push(await family.addGuest(noah, name, 'fatima.k'));
  });
  await parent.follow(common.nav.profile);
  const remove = page.getByRole('button', { name: filled(people.removeNamed, { name: 'Noah' }) });
  const question = page.getByRole('alertdialog');
  await remove.click();
  await expect(question).toContainText(filled(words.removal.removeChild, { name: 'Noah' }));
  await expect(question).not.toContainText('Omar');
  await test.step('also if they come while the question is open', async () => {
    for (const guest of guests.slice(0, 2)) await home.run('checkIn', guest);
    await expect(question).toContainText(/Omar.+Moa|Moa.+Omar/);
    await expect(question).toContainText(words.removal.removeChildHere.other.replace('{{names}} ', ''));
  });
  await question.getByRole('button', { name: common.cancel }).click();
  await test.step('so does the question about one who is here, and no other', async () => {
    for (const name of ['Omar', 'Vera']) {
      await parent.openRow(name);
      await page.getByRole('button', { name: filled(people.removeNamed, { name }) }).click();
      await expect(question).toContainText(filled(words.removal.removeVisitor, { name }));
      const here = question.getByText(filled(words.removal.removeHere, { name }));
      await expect(here).toBeVisible({ visible: name === 'Omar' });
      await question.getByRole('button', { name: common.cancel }).click();
    }
  });
});

test('back closes the modal within two seconds after a success', { tag: '@full' }, async ({ parent }) => {
  const { page, words, url } = parent;
  const { common } = words;
  await parent.settle(url, person('Maja', 'Lind'), noahWith('Ella'));
  await page.getByRole('banner').getByRole('link', { name: common.brand }).click();
  await page.clock.install();
  const modal = await parent.openModal('checkIn', 'Noah');
  await pressPaused(page, modal, modal.getByRole('button', { name: /^Ella/ }), common.success);
  await modal.getByRole('button', { name: common.back, exact: true }).click();
  await page.clock.runFor(500);
  await expect(modal).toBeHidden();
});

test('half-filled forms survive the backdrop, and leaving asks', { tag: '@full' }, async ({ parent }) => {
  const { page, words, url } = parent;
  const { common, people, profileForm } = words;
  await parent.settle(url);
  await parent.follow(common.nav.profile);
  const question = page.getByRole('alertdialog', { name: common.leaving.title });
  const stay = question.getByRole('button', { name: common.leaving.stay });
  const leave = question.getByRole('button', { name: common.leaving.leave, exact: true });

  await test.step('a dialog', async () => {
    await page.getByRole('button', { name: people.addChild }).click();
    const dialog = page.getByRole('dialog', { name: people.addChild });
    await dialog.getByLabel(people.fields.name, { exact: true }).fill('No');
    await page.mouse.click(5, 5);
    await stay.click();
    // Escape is for the dialog again.
    await expect(question).toBeHidden();
    await expect(dialog.getByLabel(people.fields.name, { exact: true })).toHaveValue('No');
    await page.keyboard.press('Escape');
    await leave.click();
    await expect(dialog).toBeHidden();
  });

  await test.step('a page, by a link', async () => {
    await page.getByLabel(profileForm.firstName).fill('Maria');
    await parent.page.getByRole('banner').getByRole('link', { name: common.nav.history }).first().click();
    await stay.click();
    await expect(page).toHaveURL(/profile/);
    await expect(page.getByLabel(profileForm.firstName)).toHaveValue('Maria');
    await page.getByRole('banner').getByRole('link', { name: common.nav.dashboard }).first().click();
    await leave.click();
    await expect(page).toHaveURL(/dashboard/);
  });

  await test.step('closing the tab', async () => {
    await parent.follow(common.nav.profile);
    await page.getByLabel(profileForm.firstName).fill('Maria');
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    expect((await asked).type()).toBe('beforeunload');
    await (await asked).accept();
  });
});
