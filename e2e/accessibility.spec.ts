import { expect, type Page } from '@playwright/test';
import { appPages } from '#domain/pages/pages.ts';
import type { HouseholdOnPhone } from '#tests/support/people/household.ts';
import { brokenRules, violationsOn } from './support/accessibility/axe.ts';
import { test } from './support/framme.ts';
import { filled, type Parent, person } from './support/parent.ts';

const SIGNED_IN = [
  ...['/', '/dashboard', '/history', '/profile'],
  ...['parents', 'device', 'account', 'security', 'data'].map((page) => `/profile/${page}`),
];
const PUBLIC = [...appPages.filter((route) => route === '/' || !SIGNED_IN.includes(route)), '/nowhere'];
const NEVER_HERE = 'عمر';

// Each screen with a family is asked in one walk (every-screen.spec.ts); here come faults and what a family lacks.
test.describe('in light and dark colours', { tag: '@full' }, () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test('a log-in with faults passes axe, and only an unknown page answers 404', async ({
    page,
    server,
    words,
  }) => {
    for (const route of PUBLIC) {
      const { status } = await fetch(server.url + route);
      expect(status, route).toBe(route === '/nowhere' ? 404 : 200);
    }
    await page.goto(`${server.url}/login`);
    await page.getByRole('main').getByRole('button', { name: words.signIn.logIn, exact: true }).click();
    await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
    await examine(page, 'a log-in with faults');
  });

  test('the pages of a parent without a child pass axe and fit every width', async ({
    page,
    server,
    parent,
  }) => {
    await parent.settle(server.url);
    for (const route of SIGNED_IN) {
      await page.goto(server.url + route);
      await examine(page, `${route}, empty`);
    }
  });

  test('forms with faults, a visitor who was never here and a day and a week in pictures pass axe', async ({
    page,
    server,
    parent,
  }) => {
    await parent.settle(server.url, person('Maja', 'Lind'), withAGuest);
    await examineDialogs(page, parent, server.url);
  });
});

/** A friend who is here, and a guest who never was. */
async function withAGuest(home: HouseholdOnPhone): Promise<void> {
  const noah = await home.addChild('Noah', '2019-05-01');
  await home.run('checkIn', await home.addFriend(noah, 'Ella', '070-123 45 67'));
  await home.addGuest(noah, NEVER_HERE, 'fatima.k');
}

async function examineDialogs(page: Page, parent: Parent, url: string): Promise<void> {
  const { words } = parent;
  await parent.openRow(NEVER_HERE);
  await examineDialog(page, 'the sheet of a visitor who was never here');
  await page.goto(`${url}/profile`);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Noah / })
    .click();
  await page.getByRole('button', { name: words.people.addFriend }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.common.add, exact: true }).click();
  await examineDialog(page, 'the friend modal with faults');
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
