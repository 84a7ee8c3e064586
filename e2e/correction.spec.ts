import { expect } from '@playwright/test';
import { test } from './support/framme.ts';

/** The noon of the day on which the test begins, as no day after it has 24 hours for certain. */
const NOON = Date.parse(`${new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Stockholm' })}T12:00Z`);

/** Returns the last Sunday of a month that has passed, YYYY-MM-DD: the day on which the clocks change. */
function lastSunday(month: 3 | 10): string {
  const now = new Date(NOON);
  const sundayOf = (year: number) => {
    const end = new Date(Date.UTC(year, month, 0));
    return new Date(Date.UTC(year, month, -end.getUTCDay()));
  };
  const past = [now.getUTCFullYear(), now.getUTCFullYear() - 1]
    .map(sundayOf)
    .find((day) => +day < +now - 86_400_000);
  return past?.toISOString().slice(0, 10) ?? '';
}

test('both times of the hour that comes twice are offered, and one that is skipped is explained', {
  tag: '@full',
}, async ({ page, words, family, open }) => {
  const { correction, addVisit, common, history, links } = words;
  const home = await family();
  await home.run('keepVisits', { days: null });
  const ella = await home.addFriend(await home.addChild('Noah', '2019-05-01'), 'Ella');
  const october = lastSunday(10);
  await home.run('addVisit', {
    ...ella,
    arrived: `${october}T00:10:20.000Z`,
    left: `${october}T01:10:20.000Z`,
  });
  await open(home, '/history');
  const visit = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ella' }).first();
  const dialog = page.getByRole('dialog');
  const which = (time: string) => dialog.getByLabel(correction.twice.replace('{{time}}', time));

  await test.step('a quarter earlier than the second 02:10 is the first 02:55', async () => {
    await visit.getByRole('button').click();
    await dialog.getByRole('button', { name: links.otherTime }).click();
    await expect(which('02:10').last().locator('option:checked')).toHaveText(
      correction.second.replace('{{time}}', '02:10'),
    );
    await dialog.getByRole('button', { name: addVisit.earlier.replace('{{minutes}}', '15') }).click();
    await expect(which('02:55').locator('option:checked')).toHaveText(
      correction.first.replace('{{time}}', '02:55'),
    );
  });

  await test.step('a typed time stays in its hour until the other is chosen', async () => {
    const field = dialog.locator('[name="left-time"]');
    await field.fill('02:20');
    await which('02:20').selectOption({ label: correction.first.replace('{{time}}', '02:20') });
    await dialog.getByRole('button', { name: common.save, exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(visit).toContainText('02:10–02:20');
  });

  await test.step('an added visit says what becomes of a time that is skipped', async () => {
    await page.getByRole('button', { name: history.add }).click();
    await dialog.getByLabel(addVisit.who).selectOption({ label: 'Ella' });
    await dialog.locator('[name="day"]').fill(lastSunday(3));
    await dialog.locator('[name="arrived"]').fill('02:30');
    await dialog.locator('[name="left"]').fill('04:00');
    const note = correction.skipped.replace('{{time}}', '02:30').replace('{{moved}}', '03:30');
    await expect(dialog.getByText(note)).toBeVisible();
    await dialog.getByRole('button', { name: common.add, exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('main')).toContainText('03:30–04:00');
  });
});
