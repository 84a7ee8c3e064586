import { expect, type Page } from '@playwright/test';
import type { Friend } from '#domain/documents.ts';
import type { HouseholdOnPhone } from '#tests/support/people/household.ts';
import { controls as boardControls, openBoard } from './support/board.ts';
import { allowConsole, test } from './support/framme.ts';
import { SERVER_GONE } from './support/offline.ts';
import { filled, type Words } from './support/parent.ts';
import { watchRequests } from './support/rest.ts';
import { Thumb } from './support/taps.ts';
import { waitForPrefetched, waitForSync } from './support/unsent.ts';

function controls(page: Page, words: Words) {
  const { people, common, hereNow } = words;
  const board = boardControls(page, words);
  const sheet = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const counted = (text: string, count: number) =>
    sheet.getByRole('button', { name: filled(text, { count }), exact: true });
  const toast = page.getByRole('region', { name: common.toast });
  return {
    ...board,
    sheet,
    toast,
    count: (here: number) => (here === 0 ? page.getByText(people.hereCount.zero) : board.count(here)),
    allHome: page.getByRole('main').getByRole('button', { name: hereNow.allHome, exact: true }),
    checkOutAll: (count: number) => counted(hereNow.checkOutCount, count),
    select: sheet.getByRole('button', { name: hereNow.selectSeveral, exact: true }),
    box: (name: string) =>
      sheet.getByRole('checkbox', { name: filled(hereNow.selectNamed, { name }), exact: true }),
    checkInAll: (count: number) => counted(hereNow.checkInCount, count),
    undoAll: toast.getByRole('button', { name: common.undo, exact: true }),
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

for (const { here, viewport } of [
  { here: 4, viewport: { width: 390, height: 844 } },
  { here: 12, viewport: { width: 360, height: 640 } },
])
  test.describe(`at ${viewport.width} px with ${here} here`, { tag: here === 4 ? [] : '@full' }, () => {
    test.use({ viewport, hasTouch: true, isMobile: true });

    test('several come by one press, all go home in two, one tap undoes either', async ({
      parent,
      another,
      board,
    }) => {
      const { page, words, url } = parent;
      const { home } = await board({ friends: 40, here });
      const on = controls(page, words);

      await test.step('three are marked and checked in, and undone', async () => {
        const thumb = new Thumb(page);
        const names = await hereOnServer(home);
        await thumb.press(on.open);
        await thumb.pressLong(on.inSheet.checkIn('Vän 40'));
        await expect(on.box('Vän 40')).toBeChecked();
        for (const name of ['Vän 39', 'Vän 38']) await thumb.press(on.box(name));
        await expect(on.box('Vän 39')).toBeChecked();
        expect(await hereOnServer(home)).toEqual(names);
        await thumb.press(on.checkInAll(3));
        expect(thumb.taps).toBe(3 + 2);
        await expect(on.sheet).toBeHidden();
        await expect(on.toast).toContainText(filled(words.hereNow.countIn.other, { count: 3 }));
        await expect(on.count(here + 3)).toBeVisible();
        await waitForSync(page);
        expect(await hereOnServer(home)).toEqual([...names, 'Vän 38', 'Vän 39', 'Vän 40'].sort());
        await thumb.press(on.undoAll);
        await expect(on.count(here)).toBeVisible();
        await waitForSync(page);
        expect(await hereOnServer(home)).toEqual(names);
      });

      await test.step('everybody goes home, and is back as before', async () => {
        const { page: otherPage } = await another();
        await openBoard(otherPage, home, url);
        const onOther = controls(otherPage, words);
        await expect(onOther.count(here)).toBeVisible();
        // The rows that were tapped have left their places.
        await page.reload();
        const row = on.row(`Vän ${here}`).first();
        await expect(row).toBeVisible();
        const before = await visitsOf(home);
        const thumb = new Thumb(page);
        await thumb.press(on.allHome);
        await expect(on.sheet.getByRole('heading')).toContainText(String(here));
        await expect(on.sheet).toContainText('Vän 1');
        const place = await row.boundingBox();
        await thumb.press(on.checkOutAll(here));
        expect(thumb.taps).toBe(2);
        await expect(on.toast).toContainText(filled(words.hereNow.countOut.other, { count: here }));
        await expect(on.count(0)).toBeVisible();
        await expect(on.allHome).toBeHidden();
        // Each row says it in its place until the list changes.
        await expect(row).toContainText(words.common.checkedOut);
        expect(await row.boundingBox()).toEqual(place);
        await expect(onOther.count(0)).toBeVisible();
        expect(await hereOnServer(home)).toEqual([]);

        await thumb.press(on.undoAll);
        expect(thumb.taps).toBe(3);
        await expect(on.toast).toContainText(filled(words.hereNow.countUndoneIn.other, { count: here }));
        for (const phone of [on, onOther]) await expect(phone.count(here)).toBeVisible();
        await waitForSync(page);
        expect(await visitsOf(home)).toEqual(before);
      });
    });
  });

test.describe('on a phone', { tag: '@full' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('marks outlive a closed sheet, and all works offline', async ({ page, context, words, board }) => {
    allowConsole(SERVER_GONE);
    allowConsole(/ERR_INTERNET/);
    watchRequests(page);
    const { home } = await board({ friends: 40, here: 4 });
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

  test('whoever comes while the question is open stays', async ({ page, words, board }) => {
    const { home } = await board({ friends: 6, here: 3 });
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
});
