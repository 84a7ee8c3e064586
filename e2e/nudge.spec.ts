import { expect, type Page } from '@playwright/test';
import type { Language } from '#domain/language.ts';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { coveredBy } from './support/covered.ts';
import { test } from './support/framme.ts';
import { filled } from './support/parent.ts';
import { signIn } from './support/signed-in.ts';
import { openVisitOf } from './support/the-door.ts';
import { timed } from './support/timed.ts';
import { waitForChunk } from './support/unsent.ts';

test.use({ reducedMotion: 'no-preference', viewport: { width: 360, height: 640 } });

/** The time before a planned one, in ms: what is to be seen and done before it takes a slow machine seconds. */
const LEAD = 12_000;

/** Vera is to go home in twenty minutes, so that she stands above Ella as long as Ella has no time. */
async function twoHere(page: Page, url: string, language: Language) {
  const home = await registerHousehold(url, 'Lind');
  await home.run('updateProfile', { language });
  const noah = await home.addChild('Noah');
  const [ella, vera] = [await home.addFriend(noah, 'Ella'), await home.addFriend(noah, 'Vera')];
  await home.run('checkIn', ella);
  await home.run('checkIn', vera);
  const { visit } = await openVisitOf(home, ella);
  const ofVera = await openVisitOf(home, vera);
  await home.run('expectHome', { ...vera, ...ofVera, at: isoTime(Date.now() + 20 * MINUTE_MS) });
  await signIn(page.context(), home, url);
  await page.goto(`${url}/dashboard`);
  const rows = page.getByRole('main').getByRole('region').first().getByRole('listitem');
  await expect(rows.first()).toContainText('Vera');
  // Only a time that it has seen ahead is one to tell of, and it comes a second after the first screen.
  await waitForChunk(page, 'nudges');
  return {
    home,
    ella,
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

test('at the planned time the row comes to the top and a toast offers half an hour more; nobody is checked out', {
  tag: '@full',
}, async ({ page, server, words, language }) => {
  const { links } = words;
  const { rows, expectHome } = await twoHere(page, server.url, language);
  const at = Date.now() + LEAD;
  await expectHome(at);
  const ofElla = rows.filter({ hasText: 'Ella' });
  await expect(ofElla).toContainText(timed(links.home, {}, shownAt(at)));
  const toast = page.getByRole('region', { name: words.common.toast });
  await expect(toast).toHaveCount(0);
  await expect(toast).toContainText(timed(links.nudge, { name: 'Ella' }, shownAt(at)));
  expect(Date.now()).toBeGreaterThanOrEqual(at - 100);
  await expect(rows.first()).toContainText(timed(links.due, {}, shownAt(at)));
  await expect(rows.first()).toContainText('Ella');
  await toast.getByRole('button', { name: links.more }).click();
  await expect(ofElla).toContainText(timed(links.home));
  await page.mouse.move(1, 1);
  await expect(rows.first()).toContainText('Vera');
  await expect(rows).toHaveCount(2);
});

test('the toast checks out with one tap; a check-out before the time nudges nobody', {
  tag: '@full',
}, async ({ page, server, words, language }) => {
  const { common, links, hereNow } = words;
  const { home, ella, rows, expectHome } = await twoHere(page, server.url, language);
  const toast = page.getByRole('region', { name: common.toast });
  await expectHome(Date.now() + LEAD);
  await expect(toast.getByRole('button', { name: common.checkOut })).toBeVisible();
  expect(await coveredBy(toast)).toEqual([]);
  await toast.getByRole('button', { name: common.checkOut }).click();
  await expect(toast).toContainText(filled(hereNow.checkedOut, { name: 'Ella' }));
  await expect(rows).toHaveCount(1);

  await home.run('checkIn', ella);
  const { visit } = await openVisitOf(home, ella);
  const at = Date.now() + LEAD;
  await home.run('expectHome', { ...ella, visit, at: isoTime(at) });
  await expect(rows.filter({ hasText: 'Ella' })).toContainText(timed(links.home, {}, shownAt(at)));
  await home.run('checkOut', ella);
  await expect(rows).toHaveCount(1);
  await page.waitForTimeout(at - Date.now() + 1500);
  await expect(page.getByText(timed(links.nudge, { name: 'Ella' }, shownAt(at)))).toHaveCount(0);
});

test('the row does not move under a hand in the list', { tag: '@full' }, async ({
  page,
  server,
  language,
}) => {
  const { rows, expectHome } = await twoHere(page, server.url, language);
  const at = Date.now() + LEAD;
  const box = await rows.first().boundingBox();
  if (!box) throw new Error('no row');
  await page.mouse.move(box.x + 20, box.y + 20);
  await expectHome(at);
  while (Date.now() < at + 1500) {
    await page.mouse.move(box.x + 20 + (Date.now() % 40), box.y + 20);
    await page.waitForTimeout(200);
    expect(await rows.first().textContent()).toContain('Vera');
  }
  await page.mouse.move(1, 1);
  await expect(rows.first()).toContainText('Ella');
});
