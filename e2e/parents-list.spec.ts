import { expect } from '@playwright/test';
import { calls } from '#domain/protocol/calls.ts';
import { PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { violationsOn } from './support/accessibility/axe.ts';
import { test } from './support/framme.ts';
import { filled, type Parent } from './support/parent.ts';
import { familyOn, joinByCalls, sectionOf, showItIsYou } from './support/parents.ts';

test.use({ viewport: { width: 360, height: 640 } });

test('removing a parent who has gone meanwhile ends as it was meant, and the list is read again', {
  tag: '@full',
}, async ({ page, server: { url }, language, words: { parents }, words, allowConsole }) => {
  allowConsole(/403|404/);
  const host = await familyOn(page, url, language);
  const joining = await registerHousehold(url, 'Dahl');
  await joinByCalls(host, joining);
  await page.reload();
  const section = sectionOf(page, words);
  const remove = section.getByRole('button', {
    name: filled(parents.remove.named, { name: 'Astrid Dahl' }),
  });
  await remove.click();
  const dialog = page.getByRole('alertdialog', {
    name: filled(parents.remove.title, { name: 'Astrid Dahl' }),
  });
  await joining.post(calls.reauthenticate.path, { password: PASSWORD });
  const { uid, household } = joining.account;
  const { status } = await joining.post(calls.partHousehold.path, { uid, copy: false, household });
  expect(status).toBe(200);
  await dialog.getByRole('button', { name: parents.remove.open }).click();
  await showItIsYou({ page, words } as Parent, PASSWORD);
  const done = filled(parents.remove.done, { name: 'Astrid Dahl' });
  await expect(page.locator('#root').getByText(done)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(remove).toHaveCount(0);
  await expect(section.getByText(parents.alone)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: parents.title })).toBeFocused();
});

test('a family of six is told that it is full, and two parents of one name are told apart', {
  tag: '@full',
}, async ({ page, server: { url }, language, words: { parents }, words }) => {
  await page.route(`**${calls.parents.path}`, async (route) => {
    const response = await route.fetch();
    const reply = await response.json();
    const [you] = reply.parents;
    const other = (_: unknown, i: number) => ({
      ...you,
      uid: `${i}${you.uid.slice(1)}`,
      firstName: 'Bo',
      lastName: i < 2 ? 'Dahl' : `Nummer${i}`,
      email: `bo.${i}@example.org`,
      isYou: false,
    });
    await route.fulfill({
      response,
      json: { ...reply, parents: [you, ...Array.from({ length: 5 }, other)] },
    });
  });
  await familyOn(page, url, language);
  const section = sectionOf(page, words);
  await expect(section.getByText(parents.invite.full)).toBeVisible();
  await expect(section.getByRole('listitem')).toHaveCount(6);
  await expect(section.getByRole('button', { name: parents.invite.open })).toHaveCount(0);
  for (const name of ['Bo Dahl (bo.0)', 'Bo Dahl (bo.1)']) {
    await section.getByRole('button', { name: filled(parents.remove.named, { name }), exact: true }).click();
    const dialog = page.getByRole('alertdialog', { name: filled(parents.remove.title, { name }) });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  expect(await violationsOn(page)).toEqual([]);
});
