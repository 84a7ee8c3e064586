import { expect } from '@playwright/test';
import { ALL_TEXTS } from '#client/translations/all-texts.ts';
import { nextLanguage } from '#domain/language.ts';
import { test } from './support/framme.ts';
import { filled } from './support/parent.ts';
import { settledFamily, signIn } from './support/signed-in.ts';
import { waitForSync } from './support/unsent.ts';

test('saving the profile sends only the changed fields', async ({ page, server, parent, language }) => {
  const other = nextLanguage(language);
  const home = await parent.settle(server.url);
  await parent.follow(parent.words.common.nav.profile);
  await expect(page).toHaveURL(/profile/);
  await expect(page.getByText(parent.words.profileForm.notificationsHint)).toBeVisible();
  const { profileForm, common } = ALL_TEXTS[other];

  await test.step('the language is switched in the header while the form is open', async () => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: new RegExp(`^${other}`, 'i') })
      .click();
    await expect(page.getByLabel(profileForm.language, { exact: true })).toHaveValue(other);
    await waitForSync(page);
  });

  await test.step('another phone turns notifications off', async () => {
    await home.run('updateProfile', { notifications: false });
    await expect(page.getByRole('switch')).not.toBeChecked();
  });

  await test.step('a new first name is saved, and both changes stay', async () => {
    await page.getByLabel(profileForm.firstName).fill('Maria');
    await page.getByRole('button', { name: common.save, exact: true }).click();
    await expect(page.locator('#root').getByText(profileForm.saved)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(common.nav.profile);
    await waitForSync(page);
    await page.reload();
    await expect(page.getByLabel(profileForm.firstName)).toHaveValue('Maria');
    await expect(page.getByRole('switch')).not.toBeChecked();
    await expect(page.getByLabel(profileForm.language, { exact: true })).toHaveValue(other);
  });
});

test('on a phone the profile is lists: each row has a page of its own, back leads to the list, and a child on the board to its friends', async ({
  parent,
  context,
}) => {
  const { page, language, words, url } = parent;
  await page.setViewportSize({ width: 360, height: 640 });
  await signIn(context, await settledFamily(url, language), url);
  await page.goto(`${url}/profile`);
  const main = page.getByRole('main');
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  await expect(heading(words.common.nav.profile)).toBeVisible();
  await main.getByRole('link', { name: /^Noah/ }).click();
  await expect(heading('Noah')).toBeFocused();
  await expect(main.getByRole('button', { name: words.people.addGuest })).toBeVisible();
  await page.goBack();
  await expect(heading(words.common.nav.profile)).toBeFocused();
  for (const { title } of Object.values(words.profile.pages)) {
    await main.getByRole('link', { name: title }).click();
    await expect(heading(title)).toBeFocused();
    await main.getByRole('link', { name: words.profile.back }).click();
    await expect(heading(words.common.nav.profile)).toBeFocused();
  }
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2600);
  await page.goto(`${url}/dashboard`);
  await main.getByRole('link', { name: /^Noah/ }).click();
  await expect(page).toHaveURL(/\/profile\?child=/);
  const friends = page.getByRole('heading', { name: filled(words.people.friendsOf, { name: 'Noah' }) });
  await expect(friends).toBeInViewport();
});

test('on a phone a child that was added opens, one that was removed leads back to the list, and the menu leads everywhere', {
  tag: '@full',
}, async ({ page, server, parent, words }) => {
  const { common, people } = words;
  await page.setViewportSize({ width: 360, height: 640 });
  await parent.settle(server.url);
  await parent.follow(common.nav.profile);
  await parent.addChild('Noah', '2019-05-01');
  await expect(page.getByRole('heading', { level: 1, name: 'Noah' })).toBeVisible();
  await page.getByRole('button', { name: filled(people.removeNamed, { name: 'Noah' }) }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: common.remove }).click();
  await expect(page.getByRole('heading', { level: 1, name: words.common.nav.profile })).toBeFocused();
  await expect(parent.shown(common.success)).toBeVisible();
  await expect(page.getByRole('main').getByText(people.noChildren.title)).toBeVisible();
  const menu = page.getByRole('navigation', { name: common.nav.label });
  for (const item of ['dashboard', 'history', 'profile'] as const) {
    await page.getByRole('button', { name: common.nav.openMenu }).click();
    await menu.getByRole('link', { name: common.nav[item], exact: true }).click();
    await expect(page).toHaveURL(new RegExp(item));
    await expect(menu).toBeHidden();
  }
});
