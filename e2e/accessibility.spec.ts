import { expect, type Page } from '@playwright/test';
import { appPages } from '#domain/pages/pages.ts';
import { brokenRules, violationsOn } from './support/accessibility/axe.ts';
import { test } from './support/framme.ts';
import { filled, type Parent } from './support/parent.ts';

const SIGNED_IN = ['/', '/dashboard', '/history', '/profile', '/profile/account'];
const PUBLIC = [...appPages.filter((route) => route === '/' || !SIGNED_IN.includes(route)), '/nowhere'];

// Each screen is asked in one walk (every-screen.spec.ts); here come faults, empty pages and dark colours.
test.describe('in light and dark colours', { tag: '@full' }, () => {
  test.use({ viewport: { width: 360, height: 640 }, reducedMotion: 'reduce' });
  test.setTimeout(600_000);

  test('the pages of a visitor pass axe and fit every width', async ({
    page,
    server,
    allowConsole,
    words,
  }) => {
    allowConsole(/404 \(Not Found\)/);
    for (const route of PUBLIC) {
      const answer = await page.goto(server.url + route);
      expect(answer?.status(), route).toBe(route === '/nowhere' ? 404 : 200);
      await examine(page, route);
    }
    await page.goto(server.url);
    await page.getByRole('main').getByRole('button', { name: words.common.checkIn, exact: true }).click();
    await examineDialog(page, 'the modal of a visitor');
    await page.goto(`${server.url}/login`);
    await page.getByRole('main').getByRole('button', { name: words.signIn.logIn, exact: true }).click();
    await examine(page, 'a log-in with faults');
  });

  test('the pages and dialogs of a parent pass axe and fit every width, empty and with a family', async ({
    page,
    server,
    parent,
  }) => {
    await parent.settle(server.url);
    for (const route of SIGNED_IN) {
      await page.goto(server.url + route);
      await examine(page, `${route}, empty`);
    }
    await settleFamily(page, parent);
    for (const route of SIGNED_IN) {
      await page.goto(server.url + route);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await examine(page, `${route}, with a family`);
    }
    await examineDialogs(page, parent, server.url);
  });
});

async function settleFamily(page: Page, parent: Parent): Promise<void> {
  await parent.follow(parent.words.common.nav.profile);
  await expect(page).toHaveURL(/profile/);
  await parent.addChild('Noah', '2019-05-01');
  await parent.addFriend('Ella', '070-123 45 67');
  await parent.addFriend('Maximiliana-Konstantinopolitanska av Hohenzollern', '08-12 34 56');
  await parent.addGuest('عمر', 'fatima.k');
  await parent.follow(parent.words.common.nav.dashboard);
  await expect(page).toHaveURL(/dashboard/);
  const { checkInNamed, undoNamed } = parent.words.people;
  await page.getByRole('button', { name: filled(checkInNamed, { name: 'Ella' }) }).click();
  await expect(page.getByRole('button', { name: filled(undoNamed, { name: 'Ella' }) })).toBeVisible();
}

async function examineDialogs(page: Page, parent: Parent, url: string): Promise<void> {
  const { words } = parent;
  await page.goto(url);
  await parent.openModal('checkIn', 'Noah');
  await examineDialog(page, 'the modal with friends');
  await page.goto(`${url}/dashboard`);
  await page.getByRole('main').getByRole('button', { name: words.common.checkIn, exact: true }).click();
  await examineDialog(page, 'the check-in sheet');
  await page.keyboard.press('Escape');
  await parent.openRow('Ella');
  await examineDialog(page, 'the sheet of a visit');
  await page.keyboard.press('Escape');
  await parent.openRow('عمر');
  await examineDialog(page, 'the sheet of a visitor who was never here');
  await page.keyboard.press('Escape');
  await parent.openRow('Ella');
  await page.getByRole('button', { name: filled(words.tell.parentOf, { name: 'Ella' }) }).click();
  await examineDialog(page, 'the dialog that tells a parent');
  await page.goto(`${url}/profile`);
  await page.getByRole('button', { name: words.people.addFriend }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.common.add, exact: true }).click();
  await examineDialog(page, 'the friend modal with faults');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: filled(words.people.removeNamed, { name: 'Noah' }) }).click();
  await examineDialog(page, 'the question before a child is deleted');
  await page.goto(`${url}/history`);
  await page.getByRole('button', { name: new RegExp(`^Ella ${words.history.with}`) }).click();
  await examineDialog(page, 'the sheet of a visit');
  await page.getByRole('dialog').getByRole('button', { name: words.history.arrived }).click();
  await examineDialog(page, 'a correction');
  for (const filter of [
    'week=this',
    `day=${new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Stockholm' })}`,
  ]) {
    await page.goto(`${url}/history?${filter}`);
    await examine(page, `/history?${filter}, with its picture`);
  }
  await page.goto(`${url}/dashboard`);
  await page
    .getByRole('button', { name: filled(words.people.newFriendOf, { name: 'Noah' }) })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: words.newFriend.addAndCheckIn }).click();
  await examineDialog(page, 'the sheet of a new friend with faults');
}

/** Waits for a dialog, whose code is loaded on first use, and examines it. */
async function examineDialog(page: Page, what: string): Promise<void> {
  await expect(page.locator('dialog[open]')).toBeVisible();
  await examine(page, what);
}

async function examine(page: Page, what: string): Promise<void> {
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeAttached();
  expect.soft(await violationsOn(page), what).toEqual([]);
  // Widths have no colours.
  await page.emulateMedia({ colorScheme: 'dark' });
  expect.soft(await brokenRules(page), `${what}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

test('the checks find planted violations', async ({ page }) => {
  await page.setContent(`<main><h1>Planted</h1><button style="width: 20px">go</button>
    <p style="color: #bbb; background: #fff; width: 500px">too pale, too wide</p></main>`);
  const faults = (await violationsOn(page)).join('\n');
  expect(faults).toContain('color-contrast');
  expect(faults).toContain('scrolls sideways by');
  expect(faults).toContain('is 20 x');
});
