import { expect } from '@playwright/test';
import { HOUR_MS, isoTime } from '#domain/time.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { test } from './support/framme.ts';
import { filled } from './support/parent.ts';
import { signIn } from './support/signed-in.ts';

/** Stands before a time after midnight. */
const DAY = '(?:\\d+ \\S+ )?';

test.use({ viewport: { width: 360, height: 640 } });

test('the planned time home is set, changed and removed in the sheet, and stands in the row', async ({
  page,
  server,
  parent,
  words,
  language,
}) => {
  const { links, common } = words;
  const home = await registerHousehold(server.url, 'Lind');
  await home.run('updateProfile', { language });
  const noah = await home.addChild('Noah');
  const ella = await home.addFriend(noah, 'Ella', '070-123 45 67');
  await home.run('checkIn', ella);
  await signIn(page.context(), home, server.url);
  await page.goto(`${server.url}/dashboard`);
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ella' }).first();
  const dialog = page.getByRole('dialog');
  const beginning = new RegExp(`^${filled(links.home, { time: '' })}`);

  await test.step('one of the next half hours', async () => {
    await parent.openRow('Ella');
    const choices = dialog.getByRole('button', { name: beginning });
    await expect(choices).toHaveCount(5);
    const chosen = (await choices.nth(1).textContent()) ?? '';
    // By its words, as the half hour may pass.
    await dialog.getByRole('button', { name: filled(links.home, { time: chosen }), exact: true }).click();
    await expect(dialog).toBeHidden();
    const planned = filled(links.planned, { name: 'Ella', time: `${DAY}${chosen}` });
    await expect(page.locator('#root').getByText(new RegExp(planned))).toBeVisible();
    await page.mouse.move(1, 1);
    await expect(row).toContainText(new RegExp(filled(links.home, { time: `${DAY}${chosen}` })));
  });

  await test.step('another time, of tomorrow if it is past today', async () => {
    await parent.openRow('Ella');
    await expect(dialog.getByRole('button', { name: beginning, pressed: true })).toHaveCount(1);
    await dialog.getByRole('button', { name: links.otherTime }).click();
    const field = dialog.getByLabel(links.otherTime);
    await expect(field).toBeFocused();
    await field.fill('00:00');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(row).toContainText(/\d+ .*00:00/);
  });

  await test.step('over one that was planned meanwhile it asks, and Escape closes the question alone', async () => {
    await parent.openRow('Ella');
    await dialog.getByRole('button', { name: links.otherTime }).click();
    await dialog.getByLabel(links.otherTime).fill('00:01');
    const [visit] = [...(await home.documents()).keys()].filter((path) => path.includes('/visits/'));
    const at = isoTime(Date.now() + 3 * HOUR_MS);
    await home.run('expectHome', { ...ella, visit: visit?.split('/').at(-1) ?? '', at });
    await expect(dialog.getByRole('heading', { level: 3 }).filter({ hasText: '00:00' })).toHaveCount(0);
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: words.meanwhile.title });
    await expect(question).toContainText(links.whenHome);
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(dialog.getByLabel(links.otherTime)).toHaveValue('00:01');
    await dialog.getByRole('button', { name: beginning }).last().click();
    await question.getByRole('button', { name: words.meanwhile.replace }).click();
    await expect(dialog).toBeHidden();
    await expect(row).toContainText(/00:01/);
  });

  await test.step('no time', async () => {
    await parent.openRow('Ella');
    await dialog.getByRole('button', { name: links.noTime }).click();
    await expect(parent.shown(filled(links.unplanned, { name: 'Ella' }))).toBeVisible();
    await page.mouse.move(1, 1);
    await expect(row).not.toContainText('00:01');
  });
  await expect(page.getByRole('button', { name: common.checkOut })).toBeVisible();
});
