import { expect } from '@playwright/test';
import { busyFamily } from './support/busy-family.ts';
import { test } from './support/framme.ts';
import { expectKept, questionOf } from './support/leaving.ts';
import { signIn } from './support/signed-in.ts';

test('half-filled sheets of a friend, a visit and a correction ask before they close', {
  tag: '@full',
}, async ({ page, server, language, words }) => {
  const { people, history } = words;
  const home = await busyFamily(server.url, language, { friends: 3, here: 1 });
  await signIn(page.context(), home, server.url);
  const sheet = page.getByRole('dialog');
  const name = sheet.getByLabel(people.fields.name, { exact: true });
  const press = (label: string | RegExp) => page.getByRole('button', { name: label }).first().click();

  await test.step('a friend at the door', async () => {
    await page.goto(`${server.url}/dashboard`);
    await page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(`^${people.newFriend}`) })
      .first()
      .click();
    await name.fill('El');
    await expectKept(page, words, sheet, name);
  });
  await test.step('a visit that nobody tapped', async () => {
    await page.goto(`${server.url}/history`);
    await press(words.history.add);
    const arrived = sheet.getByLabel(history.arrived);
    await arrived.fill('15:00');
    await expectKept(page, words, sheet, arrived);
  });
  await test.step('a correction', async () => {
    await page.getByRole('main').getByRole('list').getByRole('button').first().click();
    await sheet.getByRole('button', { name: words.visit.correctEnd }).click();
    const time = sheet.locator('[name="arrived-time"]');
    // It may have been the time of the arrival.
    await time.fill((await time.inputValue()) === '03:21' ? '03:22' : '03:21');
    await expectKept(page, words, sheet, time);
  });
});

test('back and forward ask before typed input is lost', { tag: '@full' }, async ({ parent }) => {
  const { page, words, url } = parent;
  const { common, profileForm, people } = words;
  const { question, stay, leave } = questionOf(page, words);
  await parent.settle(url);
  await parent.follow(common.nav.history);
  await parent.follow(common.nav.profile);
  const firstName = page.getByLabel(profileForm.firstName);
  await firstName.fill('Maria');

  await test.step('back, and stay: the page and its address are as they were', async () => {
    await page.goBack();
    await stay.click();
    await expect(question).toBeHidden();
    await expect(page).toHaveURL(/profile/);
    await expect(firstName).toHaveValue('Maria');
  });
  await test.step('back, and leave', async () => {
    await page.goBack();
    await leave.click();
    await expect(page).toHaveURL(/history/);
    await expect(page.getByRole('heading', { level: 1, name: words.common.nav.history })).toBeVisible();
  });
  await test.step('nothing typed, nothing asked', async () => {
    await page.goForward();
    await expect(firstName).toHaveValue('Maja');
  });
  await test.step('back over a half-filled sheet', async () => {
    await page.getByRole('button', { name: people.addChild }).click();
    const name = page.getByRole('dialog').getByLabel(people.fields.name, { exact: true });
    await name.fill('No');
    await page.goBack();
    await stay.click();
    await expect(name).toHaveValue('No');
    await expect(page).toHaveURL(/profile/);
    await page.goBack();
    await leave.click();
    await expect(page).toHaveURL(/history/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await test.step('back over an untouched sheet closes it and stays', async () => {
    await parent.follow(common.nav.profile);
    await page.getByRole('button', { name: people.addChild }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet).toBeVisible();
    await page.goBack();
    await expect(sheet).toHaveCount(0);
    await expect(page).toHaveURL(/profile/);
    await expect(page.getByRole('button', { name: people.addChild })).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL(/history/);
  });
  await test.step('back over a half-filled sheet on a child’s page of a phone, which differs by its query alone', async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    await parent.follow(common.nav.profile);
    await parent.addChild('Noah', '2019-05-01');
    await page.getByRole('button', { name: people.addFriend }).click();
    const name = page.getByRole('dialog').getByLabel(people.fields.name, { exact: true });
    await name.fill('El');
    await page.goBack();
    await stay.click();
    await expect(name).toHaveValue('El');
    await expect(page).toHaveURL(/profile\?child=/);
    await page.goBack();
    await leave.click();
    await expect(page).toHaveURL(/profile$/);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await test.step('logging out', async () => {
    await parent.follow(common.nav.profile);
    await firstName.fill('Maria');
    await page.getByRole('banner').getByRole('button', { name: common.nav.signOut }).click();
    await stay.click();
    await expect(firstName).toHaveValue('Maria');
  });
});
