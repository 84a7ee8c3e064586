import { expect, type Page } from '@playwright/test';
import { violationsOn } from './support/accessibility/axe.ts';
import { allowConsole, test } from './support/framme.ts';
import { filled, type Parent } from './support/parent.ts';
import { watchRequests } from './support/rest.ts';
import { pressStill } from './support/still.ts';
import { Thumb } from './support/taps.ts';
import { waitForPrefetched, waitForSync } from './support/unsent.ts';

test.use({
  reducedMotion: 'no-preference',
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
});

/** Adds a friend at the door from the dashboard, without scrolling. Returns the presses. */
async function addAtTheDoor(page: Page, { words }: Parent, name: string): Promise<number> {
  const { people, common } = words;
  const thumb = new Thumb(page);
  const dialog = page.getByRole('dialog');
  await thumb.press(page.getByRole('main').getByRole('button', { name: common.checkIn, exact: true }));
  await thumb.press(dialog.getByRole('button', { name: people.newFriend, exact: true }));
  await thumb.press(dialog.getByRole('radio', { name: 'Alva' }));
  await thumb.fillFocused(dialog.getByLabel(people.fields.name), name);
  await thumb.fill(dialog.getByLabel(people.fields.parentPhone), '070-765 43 21');
  await thumb.press(dialog.getByRole('button', { name: words.newFriend.addAndCheckIn }));
  expect(await thumb.scrolled()).toEqual([]);
  return thumb.taps;
}

for (const here of [4, 12])
  test(`a friend at the door takes 5 taps and no scroll, with ${here} here and 40 friends`, {
    tag: here === 4 ? [] : '@full',
  }, async ({ page, server, parent, words, board }) => {
    const { people, hereNow, common } = words;
    await board({ friends: 40, here });
    expect(await addAtTheDoor(page, parent, 'Tyra')).toBeLessThanOrEqual(5);
    const told = `${people.friendAdded} ${filled(hereNow.checkedIn, { name: 'Tyra' })}`;
    await expect(parent.shown(told)).toBeVisible();
    const count = filled(people.hereCount.other, { count: here + 1 });
    await expect(parent.shown(count).first()).toBeVisible();

    await test.step('undoing the check-in keeps the friend', async () => {
      await page.getByRole('button', { name: common.undo, exact: true }).first().click();
      await expect(parent.shown(filled(common.undone, { name: 'Tyra' }))).toBeVisible();
      await waitForSync(page);
      await page.goto(`${server.url}/profile`);
      await pressStill(page.getByRole('main').getByRole('link', { name: /Alva/ }));
      await expect(
        page.getByRole('heading', { name: filled(people.friendsOf, { name: 'Alva' }) }),
      ).toBeVisible();
      // Of 21 friends the page shows 15 at first.
      const more = page.getByRole('button', { name: people.showMore });
      await pressStill(more);
      await expect(more).toHaveCount(0);
      await expect(page.getByRole('listitem').filter({ hasText: 'Tyra' })).toContainText(common.checkedOut);
    });
  });

test('a friend is added, then checked in, without a network', async ({ parent, context, board }) => {
  const { page, words } = parent;
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  const { people } = words;
  watchRequests(page);
  await board({ friends: 3, here: 1 });
  await waitForSync(page);
  await waitForPrefetched(page);
  await context.setOffline(true);
  await addAtTheDoor(page, parent, 'Tyra');
  const button = (text: string) => page.getByRole('button', { name: filled(text, { name: 'Tyra' }) }).first();
  await expect(button(people.undoNamed)).toBeVisible();
  await context.setOffline(false);
  await waitForSync(page);
  await page.reload();
  await expect(button(people.checkOutNamed)).toBeVisible();
});

test('the sheet says what is missing, only adds with its second button, and passes axe', {
  tag: '@full',
}, async ({ page, parent, words, board }) => {
  const { missing, people } = words;
  await board({ friends: 3, here: 0 });
  await page
    .getByRole('button', { name: filled(people.newFriendOf, { name: 'Noah' }) })
    .first()
    .click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByLabel(people.fields.name)).toBeFocused();
  await page.keyboard.type('Tyra');
  // Safari's Enter that ends a composition.
  const composed = { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true };
  await sheet.getByLabel(people.fields.name).dispatchEvent('keydown', composed);
  await expect(sheet.getByLabel(people.fields.name)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sheet.getByLabel(people.fields.parentPhone)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sheet).toContainText(missing.parentPhone);
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.type('070-765 43 21');
  await sheet.getByRole('button', { name: words.newFriend.onlyAdd }).click();
  await expect(sheet).toBeHidden();
  await expect(parent.shown(people.friendAdded)).toBeVisible();
  await expect(
    page.getByRole('button', { name: filled(people.checkInNamed, { name: 'Tyra' }) }).first(),
  ).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(filled(words.hereNow.checkedIn, { name: 'Tyra' }));
});
