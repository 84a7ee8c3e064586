import { expect } from '@playwright/test';
import { registerHousehold } from '#tests/support/people/household.ts';
import { test } from './support/framme.ts';
import { signIn } from './support/signed-in.ts';

/** The noon of the day on which the test begins, as no day after it has 24 hours for certain. */
const NOON = Date.parse(`${new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Stockholm' })}T12:00Z`);

/** Returns the value of a date field, so many days from now. */
function day(from: number): string {
  return new Date(NOON + from * 86_400_000).toISOString().slice(0, 10);
}

test('both times of a visit are corrected together or not at all', async ({
  page,
  server,
  language,
  words,
}) => {
  const { common, history } = words;
  const home = await registerHousehold(server.url, 'Lind');
  await home.run('updateProfile', { language });
  const ella = await home.addFriend(await home.addChild('Noah', '2019-05-01'), 'Ella');
  for (const command of ['checkIn', 'checkOut', 'checkIn', 'checkOut'] as const)
    await home.run(command, ella);
  await signIn(page.context(), home, server.url);
  await page.goto(`${server.url}/history`);
  const cards = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ella' });
  const corrected = page.getByRole('main').getByText(history.corrected, { exact: false });
  const dialog = page.getByRole('dialog');
  const correct = async (arrived: [string, string], left: [string, string]) => {
    await dialog.getByRole('button', { name: words.addVisit.otherDay }).click();
    for (const [end, [date, time]] of Object.entries({ arrived, left })) {
      await dialog.locator(`[name="${end}-date"]`).fill(date);
      await dialog.locator(`[name="${end}-time"]`).fill(time);
    }
    await dialog.getByRole('button', { name: common.save, exact: true }).click();
  };
  await expect(cards).toHaveCount(2);

  await test.step('if one end is refused, neither is saved', async () => {
    await cards.last().getByRole('button').click();
    await dialog.getByRole('button', { name: new RegExp(`^${history.left}`) }).click();
    await correct([day(-1), '10:00'], [day(1), '11:00']);
    await expect(dialog).toContainText(words.correction.problems['in-the-future']);
    await dialog.getByRole('button', { name: common.cancel }).click();
    await expect(corrected).toHaveCount(0);
  });

  await test.step('a whole visit is moved, and the other one past it', async () => {
    await cards.last().getByRole('button').click();
    await dialog.getByRole('button', { name: new RegExp(`^${history.left}`) }).click();
    await correct([day(-2), '10:00'], [day(-2), '11:00']);
    await expect(dialog).toBeHidden();
    await cards.first().getByRole('button').click();
    await dialog.getByRole('button', { name: new RegExp(`^${history.left}`) }).click();
    await correct([day(-3), '10:00'], [day(-3), '11:00']);
    await expect(dialog).toBeHidden();
    await expect(corrected).toHaveCount(4);
  });
});
