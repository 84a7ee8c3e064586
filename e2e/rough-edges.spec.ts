import { expect } from '@playwright/test';
import { ALL_TEXTS } from '#client/translations/all-texts.ts';
import { nextLanguage } from '#domain/language.ts';
import { test } from './support/framme.ts';
import { interceptNext } from './support/intercept.ts';
import { filled, noahWith, person } from './support/parent.ts';
import { pressPaused } from './support/paused-clock.ts';
import { pressStill } from './support/still.ts';

test('an error box follows the language, and the toggle wins over the URL after a reload', {
  tag: '@full',
}, async ({ page, server, parent, language, words, allowConsole }) => {
  allowConsole(/401/);
  const other = nextLanguage(language);
  await page.goto(`${server.url}/login?lng=${language}`);
  await parent.logIn({ email: 'nobody@example.org', password: 'not this one' });
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toHaveText(words.signIn.failures.invalidCredentials);
  await page
    .getByRole('banner')
    .getByRole('button', { name: `${other.toUpperCase()}: ` })
    .click();
  await expect(alert).toHaveText(ALL_TEXTS[other].app.signIn.failures.invalidCredentials);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', other);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ALL_TEXTS[other].app.signIn.logIn);
});

test('on a phone the menu leads to every page, and a child can be added on the dashboard', {
  tag: '@full',
}, async ({ page, server, parent, words }) => {
  const { common } = words;
  await page.setViewportSize({ width: 360, height: 640 });
  await parent.settle(server.url);
  await parent.follow(common.nav.profile);
  await parent.addChild('Noah', '2019-05-01');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(parent.shown(common.success)).toBeVisible();
  await parent.follow(common.nav.dashboard);
  await parent.addChild('Liv', '2020-01-31');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('main').getByRole('link', { name: 'Liv' })).toBeVisible();
  const menu = page.getByRole('navigation', { name: common.nav.label });
  for (const item of ['dashboard', 'history', 'profile'] as const) {
    await page.getByRole('button', { name: common.nav.openMenu }).click();
    await menu.getByRole('link', { name: common.nav[item], exact: true }).click();
    await expect(page).toHaveURL(new RegExp(item));
    await expect(menu).toBeHidden();
  }
});

test('deleting a child says who is checked in there', { tag: '@full' }, async ({
  page,
  server,
  parent,
  words,
}) => {
  const { common, people } = words;
  await parent.settle(server.url);
  await parent.follow(common.nav.profile);
  await parent.addChild('Noah', '2019-05-01');
  for (const name of ['Omar', 'Moa']) {
    await parent.addGuest(name, 'fatima.k');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  const remove = page.getByRole('button', { name: filled(people.removeNamed, { name: 'Noah' }) });
  const question = page.getByRole('alertdialog');
  await remove.click();
  await expect(question).toContainText(filled(words.removal.removeChild, { name: 'Noah' }));
  await expect(question).not.toContainText('Omar');
  await test.step('also if they come while the question is open', async () => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    for (const name of ['Omar', 'Moa']) {
      await pressStill(other.getByRole('button', { name: filled(people.checkInNamed, { name }) }));
      await expect(other.getByRole('button', { name: filled(people.checkOutNamed, { name }) })).toBeVisible();
    }
    await other.close();
    await expect(question).toContainText(/Omar.+Moa|Moa.+Omar/);
    await expect(question).toContainText(words.removal.removeChildHere.other.replace('{{names}} ', ''));
  });
  await question.getByRole('button', { name: common.cancel }).click();
  await test.step('the question about one of them too', async () => {
    await parent.openRow('Omar');
    await page.getByRole('button', { name: filled(people.removeNamed, { name: 'Omar' }) }).click();
    await expect(question).toContainText(filled(words.removal.removeHere, { name: 'Omar' }));
  });
});

test('the modal’s button back closes it within the two seconds after a success', { tag: '@full' }, async ({
  page,
  server,
  parent,
  words,
}) => {
  const { common } = words;
  await parent.settle(server.url, person('Maja', 'Lind'), noahWith('Ella'));
  await page.getByRole('banner').getByRole('link', { name: common.brand }).click();
  await page.clock.install();
  const modal = await parent.openModal('checkIn', 'Noah');
  await pressPaused(page, modal, modal.getByRole('button', { name: /^Ella/ }), common.success);
  await modal.getByRole('button', { name: common.back, exact: true }).click();
  await page.clock.runFor(500);
  await expect(modal).toBeHidden();
});

test('a registration whose reply was lost signs in when it is sent again', { tag: '@full' }, async ({
  page,
  server,
  parent,
  words,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const maja = person('Maja', 'Lind');
  await interceptNext(page, '**/api/register', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await parent.register(server.url, maja);
  await expect(page.getByRole('main').getByRole('alert')).toContainText(words.signIn.failures.offline);
  await page.getByRole('main').getByRole('button', { name: words.signIn.createAccount }).click();
  await expect(page).toHaveURL(`${server.url}/dashboard`);
});

test('the next step after a check-in is a message, and the switch says what notices really do', {
  tag: '@full',
}, async ({ page, server, parent, words }) => {
  const { common, people, tell, tellDialog, profile } = words;
  await parent.settle(server.url, person('Maja', 'Lind'), noahWith('Ella'));
  await parent.follow(common.nav.profile);
  await expect(page.getByText(profile.notificationsHint)).toBeVisible();
  await parent.follow(common.nav.dashboard);
  await page
    .getByRole('button', { name: filled(people.checkInNamed, { name: 'Ella' }) })
    .first()
    .click();
  const next = page.getByText(tell.word, { exact: true }).filter({ visible: true }).first();
  await expect(next).toBeVisible();
  await next.click();
  await expect(page.getByRole('dialog', { name: tellDialog.title })).toBeVisible();
});

test('half-filled forms survive the backdrop, and leaving them asks', { tag: '@full' }, async ({
  page,
  server,
  parent,
  words,
}) => {
  const { common, people, profile } = words;
  await parent.settle(server.url);
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
    await page.getByLabel(profile.firstName).fill('Maria');
    await parent.page.getByRole('banner').getByRole('link', { name: common.nav.history }).first().click();
    await stay.click();
    await expect(page).toHaveURL(/profile/);
    await expect(page.getByLabel(profile.firstName)).toHaveValue('Maria');
    await page.getByRole('banner').getByRole('link', { name: common.nav.dashboard }).first().click();
    await leave.click();
    await expect(page).toHaveURL(/dashboard/);
  });

  await test.step('closing the tab', async () => {
    await parent.follow(common.nav.profile);
    await page.getByLabel(profile.firstName).fill('Maria');
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    expect((await asked).type()).toBe('beforeunload');
    await (await asked).accept();
  });
});
