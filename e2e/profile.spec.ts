import { expect } from '@playwright/test';
import { ALL_TEXTS } from '#client/translations/all-texts.ts';
import { nextLanguage } from '#domain/language.ts';
import { test } from './support/framme.ts';
import { filled, Parent, person } from './support/parent.ts';
import { settledFamily, signIn } from './support/signed-in.ts';
import { waitForSync } from './support/unsent.ts';

test('saving the profile sends only the changed fields', async ({
  page,
  browser,
  server,
  parent,
  language,
  watch,
}) => {
  const other = nextLanguage(language);
  const maja = person('Maja', 'Lind');
  await parent.settle(server.url, maja);
  await parent.follow(parent.words.common.nav.profile);
  await expect(page).toHaveURL(/profile/);
  const { profile, common } = ALL_TEXTS[other].app;

  await test.step('the language is switched in the header while the form is open', async () => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: new RegExp(`^${other}`, 'i') })
      .click();
    await expect(page.getByLabel(profile.language, { exact: true })).toHaveValue(other);
  });

  await test.step('another phone turns notifications off', async () => {
    const phone = await browser.newContext({ locale: 'en-GB' });
    watch(phone);
    const second = new Parent(await phone.newPage(), 'en');
    await second.page.goto(`${server.url}/login?lng=en`);
    await second.logIn(maja);
    await expect(second.page).toHaveURL(/dashboard/);
    await second.page.goto(`${server.url}/profile`);
    await second.page.getByRole('switch').click();
    await second.page.getByRole('main').locator('form').getByRole('button').last().click();
    await expect(page.getByRole('switch')).not.toBeChecked();
    await phone.close();
  });

  await test.step('a new first name is saved, and both changes stay', async () => {
    await page.getByLabel(profile.firstName).fill('Maria');
    await page.getByRole('button', { name: common.save, exact: true }).click();
    await expect(page.locator('#root').getByText(profile.saved)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(profile.title);
    await waitForSync(page);
    await page.reload();
    await expect(page.getByLabel(profile.firstName)).toHaveValue('Maria');
    await expect(page.getByRole('switch')).not.toBeChecked();
    await expect(page.getByLabel(profile.language, { exact: true })).toHaveValue(other);
  });
});

test('on a phone the profile is lists: each row has a page of its own, and back leads to the list', async ({
  page,
  context,
  server,
  language,
  words,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await signIn(context, await settledFamily(server.url, language), server.url);
  await page.goto(`${server.url}/profile`);
  const main = page.getByRole('main');
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  await expect(heading(words.profile.title)).toBeVisible();
  await main.getByRole('link', { name: /^Noah/ }).click();
  await expect(heading('Noah')).toBeFocused();
  await expect(main.getByRole('button', { name: words.people.addGuest })).toBeVisible();
  await page.goBack();
  await expect(heading(words.profile.title)).toBeFocused();
  for (const { title } of Object.values(words.profile.pages)) {
    await main.getByRole('link', { name: title }).click();
    await expect(heading(title)).toBeFocused();
    await main.getByRole('link', { name: words.profile.back }).click();
    await expect(heading(words.profile.title)).toBeFocused();
  }
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2600);
});

test('on a phone a child that was added opens, and one that was removed leads back to the list', {
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
  await expect(page.getByRole('heading', { level: 1, name: words.profile.title })).toBeFocused();
  await expect(parent.shown(common.success)).toBeVisible();
  await expect(page.getByRole('main').getByText(people.noChildren.title)).toBeVisible();
});

test('on a phone a child on the dashboard links to that child’s friends in the profile', {
  tag: '@full',
}, async ({ page, context, server, language, words }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await signIn(context, await settledFamily(server.url, language), server.url);
  await page.goto(`${server.url}/dashboard`);
  await page.getByRole('main').getByRole('link', { name: /^Noah/ }).click();
  await expect(page).toHaveURL(/\/profile\?child=/);
  const friends = page.getByRole('heading', { name: filled(words.people.friendsOf, { name: 'Noah' }) });
  await expect(friends).toBeInViewport();
});
