import { expect, type Page } from '@playwright/test';
import type { Friend } from '#domain/documents.ts';
import { LOCALES } from '#domain/language.ts';
import type { SyncRequest } from '#domain/protocol/sync.ts';
import type { HouseholdOnPhone } from '#tests/support/people/household.ts';
import { busyFamily } from './support/busy-family.ts';
import { test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { SERVER_GONE } from './support/offline.ts';
import { filled, type Words } from './support/parent.ts';
import { watchRequests } from './support/rest.ts';
import { signIn } from './support/signed-in.ts';
import { Thumb } from './support/taps.ts';
import { waitForPrefetched, waitForSync } from './support/unsent.ts';

async function open(page: Page, home: HouseholdOnPhone): Promise<void> {
  await signIn(page.context(), home, home.url);
  await page.goto(`${home.url}/dashboard`);
}

function controls(page: Page, { people, common, hereNow }: Words) {
  const sheet = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const counted = (text: string, count: number) =>
    sheet.getByRole('button', { name: filled(text, { count }), exact: true });
  const toast = page.getByRole('region', { name: common.toast });
  return {
    sheet,
    toast,
    count: (here: number) =>
      page.getByText(here === 0 ? people.hereCount.zero : filled(people.hereCount.other, { count: here })),
    allHome: page.getByRole('main').getByRole('button', { name: hereNow.allHome, exact: true }),
    checkOutAll: (count: number) => counted(hereNow.checkOutCount, count),
    open: page.getByRole('main').getByRole('button', { name: common.checkIn, exact: true }),
    select: sheet.getByRole('button', { name: hereNow.selectSeveral, exact: true }),
    box: (name: string) =>
      sheet.getByRole('checkbox', { name: filled(hereNow.selectNamed, { name }), exact: true }),
    checkInAll: (count: number) => counted(hereNow.checkInCount, count),
    undoAll: toast.getByRole('button', { name: common.undo, exact: true }),
    row: (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name }).first(),
  };
}

const visitsOf = async (home: HouseholdOnPhone) =>
  [...(await home.documents())].filter(([path]) => path.includes('/visits/')).sort();

/** The names of those who are here, as the server has them. */
async function hereOnServer(home: HouseholdOnPhone): Promise<string[]> {
  const friends = [...(await home.documents())].filter(([path]) => path.includes('/friends/'));
  return friends
    .map(([, document]) => document as Friend)
    .flatMap(({ status, name }) => (status === 'in' ? [name] : []))
    .sort();
}

async function refOf(home: HouseholdOnPhone, name: string) {
  for (const [path, document] of await home.documents()) {
    const [, child = '', , visitor = ''] = path.split('/');
    if (path.includes('/friends/') && (document as Friend).name === name)
      return { child, kind: 'friend', visitor } as const;
  }
  throw new Error(`no ${name}`);
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
]) {
  for (const here of [4, 12]) {
    const tag = viewport.width === 390 && here === 4 ? [] : '@full';
    test.describe(`at ${viewport.width} px with ${here} here`, { tag }, () => {
      test.use({ viewport, hasTouch: true, isMobile: true });

      test('everybody goes home in two taps, and is back in one, as before', async ({
        page,
        browser,
        server,
        language,
        words,
        watch,
      }) => {
        const home = await busyFamily(server.url, language, { friends: 40, here });
        await open(page, home);
        const other = await browser.newContext({ locale: LOCALES[language] });
        watch(other);
        const otherPage = await other.newPage();
        await open(otherPage, home);
        const [on, onOther] = [controls(page, words), controls(otherPage, words)];
        await expect(onOther.count(here)).toBeVisible();
        const before = await visitsOf(home);
        const thumb = new Thumb(page);

        await thumb.press(on.allHome);
        await expect(on.sheet.getByRole('heading')).toContainText(String(here));
        await expect(on.sheet).toContainText('Vän 1');
        const row = await on.row(`Vän ${here}`).boundingBox();
        await thumb.press(on.checkOutAll(here));
        expect(thumb.taps).toBe(2);
        await expect(on.toast).toContainText(filled(words.hereNow.countOut.other, { count: here }));
        await expect(on.count(0)).toBeVisible();
        await expect(on.allHome).toBeHidden();
        // Each row says it in its place until the list changes.
        await expect(on.row(`Vän ${here}`)).toContainText(words.common.checkedOut);
        expect(await on.row(`Vän ${here}`).boundingBox()).toEqual(row);
        await expect(onOther.count(0)).toBeVisible();
        expect(await hereOnServer(home)).toEqual([]);

        await thumb.press(on.undoAll);
        expect(thumb.taps).toBe(3);
        await expect(on.toast).toContainText(filled(words.hereNow.countUndoneIn.other, { count: here }));
        for (const phone of [on, onOther]) await expect(phone.count(here)).toBeVisible();
        await waitForSync(page);
        expect(await visitsOf(home)).toEqual(before);
        await other.close();
      });

      test('three are marked and checked in by one press more, and undone by one', async ({
        page,
        server,
        language,
        words,
      }) => {
        const home = await busyFamily(server.url, language, { friends: 40, here });
        await open(page, home);
        const on = controls(page, words);
        const thumb = new Thumb(page);
        const before = await hereOnServer(home);
        await thumb.press(on.open);
        await thumb.press(on.select);
        const toChoose = thumb.taps;
        for (const name of ['Vän 40', 'Vän 39', 'Vän 38']) await thumb.press(on.box(name));
        await expect(on.box('Vän 39')).toBeChecked();
        expect(await hereOnServer(home)).toEqual(before);
        await thumb.press(on.checkInAll(3));
        expect(thumb.taps - toChoose).toBe(3 + 1);
        await expect(on.sheet).toBeHidden();
        await expect(on.toast).toContainText(filled(words.hereNow.countIn.other, { count: 3 }));
        await expect(on.count(here + 3)).toBeVisible();
        await waitForSync(page);
        expect(await hereOnServer(home)).toEqual([...before, 'Vän 38', 'Vän 39', 'Vän 40'].sort());

        await thumb.press(on.undoAll);
        await expect(on.count(here)).toBeVisible();
        await waitForSync(page);
        expect(await hereOnServer(home)).toEqual(before);
      });
    });
  }
}

test.describe('on a phone', { tag: '@full' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('marks outlive a sheet closed by mistake, a second press has no effect, and all works offline', async ({
    page,
    context,
    server,
    language,
    words,
    allowConsole,
  }) => {
    allowConsole(SERVER_GONE);
    allowConsole(/ERR_INTERNET/);
    const home = await busyFamily(server.url, language, { friends: 40, here: 4 });
    watchRequests(page);
    await open(page, home);
    const on = controls(page, words);
    await expect(on.count(4)).toBeVisible();
    await waitForPrefetched(page);
    await context.setOffline(true);

    await on.open.click();
    await on.select.click();
    for (const name of ['Vän 40', 'Vän 39']) await on.box(name).click();
    await page.keyboard.press('Escape');
    await expect(on.sheet).toBeHidden();
    await expect(on.count(4)).toBeVisible();
    await on.open.click();
    await expect(on.box('Vän 39')).toBeChecked();
    await on.checkInAll(2).dblclick();
    await expect(on.count(6)).toBeVisible();
    await expect(on.sheet).toBeHidden();

    await on.open.click();
    await expect(on.select).toBeVisible();
    await page.keyboard.press('Escape');
    await on.allHome.click();
    await on.checkOutAll(6).dblclick();
    await expect(on.count(0)).toBeVisible();
    await expect(on.sheet).toBeHidden();
    await on.undoAll.click();
    await expect(on.count(6)).toBeVisible();

    await context.setOffline(false);
    await waitForSync(page);
    expect(await hereOnServer(home)).toEqual(['Vän 1', 'Vän 2', 'Vän 3', 'Vän 39', 'Vän 4', 'Vän 40']);
    expect((await visitsOf(home)).filter(([, visit]) => 'open' in visit && visit.open)).toHaveLength(6);
  });

  test('whoever comes while the question is open stays, and what changed since is not undone', async ({
    page,
    server,
    language,
    words,
  }) => {
    const home = await busyFamily(server.url, language, { friends: 6, here: 3 });
    await open(page, home);
    const on = controls(page, words);
    const [first, late] = [await refOf(home, 'Vän 1'), await refOf(home, 'Vän 6')];
    await on.allHome.click();
    await home.run('checkIn', late);
    await expect(on.count(4)).toBeVisible();
    await on.checkOutAll(3).click();
    await expect(on.count(1)).toBeVisible();
    await waitForSync(page);
    expect(await hereOnServer(home)).toEqual(['Vän 6']);
    await on.toast.hover();
    await home.run('checkIn', first);
    await expect(on.count(2)).toBeVisible();
    await on.undoAll.click();
    await expect(on.toast).toContainText(words.hereNow.othersChanged);
    await expect(on.count(4)).toBeVisible();
  });

  test('if one of them is refused, the others are still undone by one press', async ({
    page,
    server,
    language,
    words,
  }) => {
    const home = await busyFamily(server.url, language, { friends: 6, here: 3 });
    await open(page, home);
    const on = controls(page, words);
    const { child, visitor: friend } = await refOf(home, 'Vän 1');
    let isGone = false;
    await intercept(page, '**/api/sync', async (route) => {
      const { ops } = route.request().postDataJSON() as SyncRequest;
      if (ops.length > 0 && !isGone) await home.run('deleteFriend', { child, friend });
      isGone ||= ops.length > 0;
      await route.continue();
    });
    await on.allHome.click();
    await on.checkOutAll(3).click();
    await expect(on.toast).toContainText(filled(words.refused.count.one, { count: 1 }));
    await expect(on.toast).toContainText(filled(words.hereNow.countOut.other, { count: 2 }));
    await expect(on.count(0)).toBeVisible();
    await on.undoAll.click();
    await expect(on.count(2)).toBeVisible();
    await waitForSync(page);
    expect(await hereOnServer(home)).toEqual(['Vän 2', 'Vän 3']);
  });
});
