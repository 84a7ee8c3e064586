import { expect } from '@playwright/test';
import { giveLink } from '#tests/support/people/linked-visit.ts';
import { test } from './support/framme.ts';
import { filled } from './support/parent.ts';
import { atTheDoor, openVisitOf } from './support/the-door.ts';

const NOTE = 'Allergi: Hasselnöt\nMormor hämtar';

test('a note is a row’s mark, and the other family never has it', async ({ parent, another, server }) => {
  const { page, language, words } = parent;
  const name = 'Ella';
  const { home, ella } = await atTheDoor({ page, server, language, name });
  const { child, visitor: friend } = ella;
  await home.addFriend(child, 'Sam');
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: name });
  const mark = row.getByRole('img', { name: words.people.hasNote });
  await expect(row.first()).toBeVisible();
  await expect(mark).toHaveCount(0);

  await home.run('editFriend', { child, friend, name, parentPhone: '070-123 45 67', note: NOTE });
  await expect(mark).toBeVisible();
  await expect(row.first()).not.toContainText('Hasselnöt');
  await parent.openRow(name);
  await expect(page.getByRole('dialog')).toContainText('Allergi: Hasselnöt Mormor hämtar');
  await page.keyboard.press('Escape');

  const sheet = page.getByRole('dialog', { name: words.common.checkIn });
  const inSheet = sheet.getByRole('listitem').filter({ hasText: name });
  const markInSheet = inSheet.getByRole('img', { name: words.people.hasNote });
  await page.getByRole('main').getByRole('button', { name: words.common.checkIn, exact: true }).click();
  await expect(markInSheet).toBeVisible();
  await sheet.getByRole('button', { name: words.hereNow.selectSeveral }).click();
  await expect(sheet.getByRole('checkbox')).toHaveCount(2);
  await expect(markInSheet).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: filled(words.people.checkInNamed, { name }) }).click();
  await expect(row.first()).toContainText(words.common.checkedIn);
  await expect(mark).toBeVisible();
  await parent.openRow(name);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Hasselnöt');
  await dialog.getByRole('button', { name: filled(words.messageParent.parentOf, { name }) }).click();
  await expect(page.getByRole('heading', { name: words.messageParentDialog.title })).toBeVisible();
  const message = await dialog
    .getByRole('textbox')
    .evaluateAll((all) => all.map((field) => (field as HTMLTextAreaElement).value));
  expect([...message, await dialog.innerHTML()].join()).not.toContain('Hasselnöt');

  const { visit } = await openVisitOf(home, ella);
  const secret = await giveLink(home, ella, visit);
  const { page: readersPage } = await another();
  const heard: Promise<string>[] = [];
  readersPage.on('response', (response) => {
    if (response.url().includes('/api/visit-link') && !response.url().includes('live'))
      heard.push(response.text());
  });
  await readersPage.goto(`${server.url}/visit#${secret}`);
  await expect(readersPage.getByText(name).first()).toBeVisible();
  expect(await readersPage.content()).not.toContain('Hasselnöt');
  expect(heard.length).toBeGreaterThan(0);
  expect((await Promise.all(heard)).join()).not.toContain('Hasselnöt');
});
