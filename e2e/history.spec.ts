import { expect, type Page } from '@playwright/test';
import { LOCALES } from '#domain/language.ts';
import { DAY_MS, HOUR_MS, isoTime } from '#domain/time.ts';
import { test } from './support/framme.ts';
import { filled, type Words } from './support/parent.ts';
import { countRenders, rendersOf } from './support/renders.ts';
import { Thumb } from './support/taps.ts';
import { addPastVisit, visitedFamily } from './support/visits.ts';

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

const today = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Stockholm' });
/** The line with the number of visits of the filter. */
const counted = (page: Page, { historyPage }: Words, visits: number) =>
  page
    .getByRole('main')
    .getByRole('status')
    .getByText(filled(historyPage.count.other, { number: visits }), { exact: true });
const rows = (page: Page) => page.getByRole('main').getByRole('list').getByRole('button');

test('29 visits take at most 3,800 px of a phone, and the address filters them by child, person, day and month', {
  tag: '@full',
}, async ({ page, server, language, words, open }) => {
  const { home, noah, friends } = await visitedFamily(server.url, language);
  await open(home, '/history');
  const { historyPage } = words;
  await page.getByRole('button', { name: historyPage.showMore }).scrollIntoViewIfNeeded();
  await expect(rows(page)).toHaveCount(29);
  const filters = page.getByRole('search');

  await test.step('the filters take one line', async () => {
    // Without the room at the end that lets it scroll clear of a toast.
    await page.evaluate(() => document.documentElement.style.setProperty('--toast', '0rem'));
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(3800);
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      expect((await filters.boundingBox())?.height).toBeLessThanOrEqual(50);
    }
  });

  await test.step('the person is one of the chosen child’s', async () => {
    await filters.getByLabel(historyPage.child).selectOption('Noah');
    await expect(page).toHaveURL(`${server.url}/history?child=${noah}`);
    const person = filters.getByLabel(historyPage.person);
    await expect(person.getByRole('option', { name: 'Ella' })).toHaveCount(0);
    await person.selectOption('Wilma');
    await expect(page).toHaveURL(`${server.url}/history?child=${noah}&person=${friends[0]?.visitor}`);
    await expect(rows(page)).toHaveCount(4);
    for (const row of await rows(page).all()) await expect(row).toContainText('Wilma');
  });

  await test.step('all visits are one tap away where a filter leaves none', async () => {
    await filters.getByLabel(historyPage.child).selectOption('Alma');
    await expect(filters.getByLabel(historyPage.person)).toHaveValue('');
    await page.getByRole('button', { name: historyPage.filteredEmpty.action }).click();
    await expect(page).toHaveURL(`${server.url}/history`);
    await expect(counted(page, words, 29)).toBeVisible();
  });

  await test.step('the last seven days are two taps', async () => {
    await filters.getByLabel(historyPage.when).selectOption(historyPage.lastSeven);
    await expect(page).toHaveURL(`${server.url}/history?days=7`);
    await page.getByRole('button', { name: historyPage.filteredEmpty.action }).click();
    await expect(counted(page, words, 29)).toBeVisible();
  });

  await test.step('a day without visits says so once', async () => {
    await filters.getByLabel(historyPage.day).fill('2026-01-05');
    await expect(page).toHaveURL(/day=2026-01-05/);
    await expect(page.getByRole('heading', { name: historyPage.filteredEmpty.title })).toBeVisible();
    await expect(page.getByRole('button', { name: historyPage.filteredEmpty.action })).toHaveCount(1);
    const status = page.getByRole('main').getByRole('status').filter({ hasText: '0' });
    expect((await status.boundingBox())?.width).toBeLessThanOrEqual(1);
  });
});

test('last week’s visit is two taps away, by the month and its day', { tag: '@full' }, async ({
  parent,
  open,
}) => {
  const { page, language, words, url } = parent;
  const { home, friends } = await visitedFamily(url, language);
  const lastMonth = new Date();
  lastMonth.setDate(0);
  const arrived = isoTime(lastMonth.getTime() - HOUR_MS);
  if (friends[0]) await home.run('addVisit', { ...friends[0], arrived, left: isoTime(lastMonth.getTime()) });
  await open(home);
  const then = new Date(Date.now() - 7 * DAY_MS - 1.3 * HOUR_MS);
  const inWords = (options: Intl.DateTimeFormatOptions) =>
    then.toLocaleDateString(LOCALES[language], { timeZone: 'Europe/Stockholm', ...options });
  const month = page.getByRole('table');
  const thumb = new Thumb(page);
  const navigation = page.getByRole('navigation').or(page.getByRole('banner'));
  await thumb.press(navigation.getByRole('link', { name: words.common.nav.history }).first());
  const day = month.getByRole('link', {
    name: new RegExp(`^${inWords({ day: 'numeric', month: 'long' })}, `),
  });
  const visits = Number((await day.getAttribute('aria-label'))?.split(/,? /)[2]);
  await thumb.press(day);
  expect(thumb.taps).toBe(2);
  await expect(page).toHaveURL(`${url}/history?day=${then.toLocaleDateString('sv-SE')}`);
  const picture = page.getByRole('main').getByRole('list').first();
  expect(visits).toBeGreaterThan(0);
  await expect(picture.getByRole('listitem')).toHaveCount(visits);
  await expect(picture.locator('..')).toBeInViewport({ ratio: 1 });
  await expect(month.locator('[aria-current="true"]')).toContainText(inWords({ day: 'numeric' }));

  await test.step('the month before has its own visits, and who came most', async () => {
    await page.getByRole('button', { name: words.historyPage.monthBefore }).click();
    await expect(page).toHaveURL(/\?month=/);
    await expect(month.locator('[aria-current="true"]')).toHaveCount(0);
    const often = page.getByRole('region', {
      name: filled(words.historyPage.oftenHere, { month: '' }).trim(),
    });
    await often.getByRole('link', { name: /^Wilma/ }).click();
    await expect(page).toHaveURL(/\?person=.*&month=/);
    await expect(rows(page).first()).toContainText('Wilma');
  });
});

test('paper has the period and every visit of the filter', { tag: '@full' }, async ({
  page,
  server,
  language,
  words,
  open,
}) => {
  const { home, noah } = await visitedFamily(server.url, language);
  await open(home, `/history?child=${noah}`);
  await expect(rows(page).first()).toBeVisible();
  await expect(counted(page, words, 16)).toBeVisible();
  expect(await rows(page).count()).toBeLessThan(16);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const table = page.getByRole('table');
  await expect(table).toHaveCount(1);
  await expect(table.locator('caption')).toContainText(/20\d\d.* Noah\s/);
  await expect(table.locator('tbody tr')).toHaveCount(16);
  await expect(page.getByRole('heading', { level: 1, name: words.common.nav.history })).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(table.locator('caption')).toHaveCount(0);
});

test('the fifth page of visits renders no more than the second', async ({ page, words, family, open }) => {
  await countRenders(page);
  const home = await family();
  const ella = await home.addFriend(await home.addChild('Noah', '2019-05-01'), 'Ella');
  const ago = (hours: number) => isoTime(home.now() - hours * HOUR_MS);
  const visits = Array.from({ length: 240 }, (_, index) => 12 * (index + 1));
  for (let at = 0; at < visits.length; at += 60) {
    const ops = visits
      .slice(at, at + 60)
      .map((hours) => home.op('addVisit', { ...ella, arrived: ago(hours), left: ago(hours - 1) }));
    await home.sync({ ops });
  }
  await open(home, '/history');
  const more = page.getByRole('button', { name: words.historyPage.showMore });
  // The first screen, and the portion that its end asks for by itself.
  await expect(rows(page)).toHaveCount(12);
  await more.scrollIntoViewIfNeeded();
  await expect(rows(page)).toHaveCount(12 + 30);
  const rendered: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    const before = await rows(page).count();
    rendered.push(await rendersOf(more));
    await expect(rows(page)).toHaveCount(before + 30);
  }
  const [first = 0] = rendered;
  expect(first).toBeGreaterThan(30);
  for (const one of rendered) expect(one).toBeLessThan(first + 15);
  // The browser looks at each of these in each frame.
  const tracked = await page.evaluate(
    () =>
      [...document.querySelectorAll('main *')].filter(
        (one) => getComputedStyle(one).contentVisibility === 'auto',
      ).length,
  );
  expect(tracked).toBeGreaterThan(0);
  expect(tracked).toBeLessThan((await rows(page).count()) / 7);
});

test('an ongoing visit heads today, also the day after', async ({ page, words, family, open }) => {
  const { common, historyPage } = words;
  const home = await family();
  const noah = await home.addChild('Noah', '2019-05-01');
  await home.run('checkIn', await home.addFriend(noah, 'Ella'));
  await addPastVisit(home, await home.addFriend(noah, 'Tindra'), 30);
  await open(home, `/history?day=${today()}`);
  const heading = page.getByRole('main').getByRole('heading', { level: 2, name: historyPage.today });
  await expect(heading).toHaveCount(1);
  await expect(heading).toContainText(historyPage.today);
  await expect(heading).toContainText(today().slice(0, 4));
  await expect(rows(page).filter({ hasText: 'Tindra' })).toContainText(common.active);

  await test.step('the picture says friend and child, and draws bars and now', async () => {
    const main = page.getByRole('main');
    await expect(main.getByRole('list').first().getByRole('listitem')).toHaveText([
      /^Tindra /,
      /^Ella \S+ Noah /,
    ]);
    await expect(main.locator('[aria-hidden]').getByText(/^\d\d:\d\d$/)).toBeVisible();
    const reach = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('main [data-tone] > [style]')].map((one) => {
        const [inner, outer] = [one.getBoundingClientRect(), one.parentElement?.getBoundingClientRect()];
        return inner.right - (outer?.right ?? 0);
      }),
    );
    // Two bars, each with its name.
    expect(reach).toHaveLength(4);
    expect(Math.max(...reach)).toBeLessThanOrEqual(1);
  });

  await test.step('the row opens its visit and has the focus again', async () => {
    const row = rows(page).filter({ hasText: 'Ella' });
    await row.focus();
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByRole('heading', { level: 2 })).toContainText('Ella');
    // For a visit of a few minutes no quarter is offered.
    const earlier = sheet.getByRole('group', { name: words.visit.leftEarlier });
    await expect(earlier.getByRole('button')).toHaveText([words.links.otherTime]);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(row).toBeFocused();
  });
});
