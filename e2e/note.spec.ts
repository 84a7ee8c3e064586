import { expect } from '@playwright/test';
import { MAX_NOTE } from '#domain/limits.ts';
import { test } from './support/framme.ts';
import { filled } from './support/parent.ts';
import { atTheDoor, giveLink, openVisitOf } from './support/the-door.ts';

const NOTE = 'Allergi: Hasselnöt\nMormor hämtar';

test('a note is a mark in the row and whole in its sheet, and the other family never has it', async ({
  page,
  browser,
  server,
  parent,
  language,
  words,
  watch,
}) => {
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
  await dialog.getByRole('button', { name: filled(words.tell.parentOf, { name }) }).click();
  await expect(page.getByRole('heading', { name: words.tellDialog.title })).toBeVisible();
  const message = await dialog
    .getByRole('textbox')
    .evaluateAll((all) => all.map((field) => (field as HTMLTextAreaElement).value));
  expect([...message, await dialog.innerHTML()].join()).not.toContain('Hasselnöt');

  const { visit } = await openVisitOf(home, ella);
  const secret = await giveLink(home, { ref: ella, visit });
  const reader = await browser.newContext();
  watch(reader);
  const readersPage = await reader.newPage();
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
  await reader.close();
});

test('a note that one parent writes survives what another changes in a form that was open before', async ({
  page,
  parent,
  server,
  language,
  words,
}) => {
  const name = 'Ella';
  const { home, ella } = await atTheDoor({ page, server, language, name });
  const { child, visitor: friend } = ella;
  await page.goto(`${server.url}/profile`);
  await parent.openRow(name);
  await page.getByRole('button', { name: filled(words.people.editNamed, { name }) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words.people.fields.parentPhone).fill('070-765 43 21');
  await home.run('editFriend', { child, friend, name, parentPhone: '070-123 45 67', note: NOTE });
  await dialog.getByRole('button', { name: words.common.save }).click();
  await expect(dialog).toBeHidden();
  const stored = async () => JSON.stringify([...(await home.documents()).values()]);
  await expect.poll(stored).toContain('070-765 43 21');
  expect(await stored()).toContain('Mormor');
});

test('a note that is too long says so beside the field, and is stored once it is shorter', {
  tag: '@full',
}, async ({ page, server, language, parent, words }) => {
  const { home } = await atTheDoor({ page, server, language, name: 'Ella' });
  await page.goto(`${server.url}/profile`);
  await parent.openRow('Ella');
  await page.getByRole('button', { name: filled(words.people.editNamed, { name: 'Ella' }) }).click();
  const note = page.getByRole('dialog').getByLabel(words.people.fields.note);
  const save = page.getByRole('dialog').getByRole('button', { name: words.common.save });
  await note.fill('x'.repeat(MAX_NOTE + 1));
  await save.click();
  await expect(note).toHaveAccessibleDescription(new RegExp(words.common.problems.long));
  await expect(note).toBeFocused();
  await note.fill('x'.repeat(MAX_NOTE));
  await save.click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const stored = async () =>
    JSON.stringify([...(await home.documents()).values()]).includes('x'.repeat(MAX_NOTE));
  await expect.poll(stored).toBe(true);
});
