import { expect } from '@playwright/test';
import { HOUR_MS, isoTime, MINUTE_MS } from '#domain/time.ts';
import { coveredBy } from './support/covered.ts';
import { test } from './support/framme.ts';
import { filled } from './support/parent.ts';
import { atTheDoor, openVisitOf } from './support/the-door.ts';
import { timed } from './support/timed.ts';
import { waitForParts } from './support/unsent.ts';

/** Stands before a time after midnight. */
const DAY = '(?:\\d+ \\S+ )?';

test.use({ reducedMotion: 'no-preference', viewport: { width: 360, height: 640 } });

test('the planned time is set, changed and removed, and stands in the row', async ({ parent, server }) => {
  const { page, words, language } = parent;
  const { links, common } = words;
  const { home, ella } = await atTheDoor({ page, server, language, name: 'Ella' });
  await home.run('checkIn', ella);
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
    await dialog.getByRole('button', { name: links.otherTime, exact: true }).click();
    const field = dialog.getByLabel(links.otherTime, { exact: true });
    await expect(field).toBeFocused();
    await field.fill('00:00');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(row).toContainText(/\d+ .*00:00/);
  });

  await test.step('over one that was planned meanwhile it asks, and Escape closes the question alone', async () => {
    await parent.openRow('Ella');
    await dialog.getByRole('button', { name: links.otherTime, exact: true }).click();
    await dialog.getByLabel(links.otherTime, { exact: true }).fill('00:01');
    const [visit] = [...(await home.documents()).keys()].filter((path) => path.includes('/visits/'));
    const at = isoTime(Date.now() + 3 * HOUR_MS);
    await home.run('expectHome', { ...ella, visit: visit?.split('/').at(-1) ?? '', at });
    await expect(dialog.getByRole('heading', { level: 3 }).filter({ hasText: '00:00' })).toHaveCount(0);
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: words.meanwhile.title });
    await expect(question).toContainText(links.whenHome);
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(dialog.getByLabel(links.otherTime, { exact: true })).toHaveValue('00:01');
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

/** The time before a planned one, in ms: what is to be seen and done before it takes a slow machine seconds. */
const LEAD = 12_000;

/** Vera is to go home in twenty minutes, so that she stands above Ella as long as Ella has no time. */
async function twoHere(at: Parameters<typeof atTheDoor>[0]) {
  const { page } = at;
  const { home, ella } = await atTheDoor({ ...at, name: 'Ella' });
  const vera = await home.addFriend(ella.child, 'Vera');
  await home.run('checkIn', ella);
  await home.run('checkIn', vera);
  const { visit } = await openVisitOf(home, ella);
  const ofVera = await openVisitOf(home, vera);
  await home.run('expectHome', { ...vera, ...ofVera, at: isoTime(Date.now() + 20 * MINUTE_MS) });
  const rows = page.getByRole('main').getByRole('region').first().getByRole('listitem');
  await expect(rows.first()).toContainText('Vera');
  // Only a time that it has seen ahead is one to tell of, and it comes a second after the first screen.
  await waitForParts(page);
  return {
    rows,
    expectHome: (at: number) => home.run('expectHome', { ...ella, visit, at: isoTime(at) }),
  };
}

const shownAt = (ms: number) =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Stockholm',
    hour: '2-digit',
    minute: '2-digit',
  }).format(ms);

test('at the planned time the row comes to the top and a toast offers half an hour more, or the check-out', {
  tag: '@full',
}, async ({ page, server, words, language }) => {
  const { common, links, hereNow } = words;
  const { rows, expectHome } = await twoHere({ page, server, language });
  const at = Date.now() + LEAD;
  await expectHome(at);
  const ofElla = rows.filter({ hasText: 'Ella' });
  await expect(ofElla).toContainText(timed(links.home, {}, shownAt(at)));
  const toast = page.getByRole('region', { name: common.toast });
  await expect(toast).toHaveCount(0);
  await expect(toast).toContainText(timed(links.wasDue, { name: 'Ella' }, shownAt(at)));
  expect(Date.now()).toBeGreaterThanOrEqual(at - 100);
  await expect(rows.first()).toContainText(timed(links.due, {}, shownAt(at)));
  await expect(rows.first()).toContainText('Ella');
  expect(await coveredBy(toast)).toEqual([]);
  await toast.getByRole('button', { name: links.more }).click();
  await expect(ofElla).toContainText(timed(links.home));
  await page.mouse.move(1, 1);
  await expect(rows.first()).toContainText('Vera');
  await expect(rows).toHaveCount(2);

  await test.step('checked out with one tap', async () => {
    await expectHome(Date.now() + LEAD);
    await toast.getByRole('button', { name: common.checkOut }).click();
    await expect(toast).toContainText(filled(hereNow.checkedOut, { name: 'Ella' }));
    await expect(rows).toHaveCount(1);
  });
});
