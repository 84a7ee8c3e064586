import { expect, type Page } from '@playwright/test';
import { violationsOn } from './support/accessibility/axe.ts';
import { allowConsole, test } from './support/framme.ts';
import { expectKept } from './support/leaving.ts';
import { filled, type Parent, person } from './support/parent.ts';
import { watchRequests } from './support/rest.ts';
import { Thumb } from './support/taps.ts';
import { waitForPrefetched, waitForSync } from './support/unsent.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** Registers, so that the sheet of the first run is open. */
async function begin(page: Page, url: string, parent: Parent) {
  await parent.register(url, person('Maja', 'Lind'));
  await expect(page).toHaveURL(`${url}/dashboard`);
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  return sheet;
}

test('a new parent checks in after at most 13 taps and 9 fields on 2 pages', async ({ parent, server }) => {
  const { page, words } = parent;
  const { home, signIn, people, firstRun, common } = words;
  const maja = person('Maja', 'Lind');
  const thumb = new Thumb(page);
  const pages = new Set<string>();
  page.on('framenavigated', () => pages.add(new URL(page.url()).pathname));
  await page.goto(server.url);
  const main = page.getByRole('main');
  await thumb.press(main.getByRole('link', { name: home.register }).first());
  await thumb.fill(page.getByLabel(signIn.firstName), maja.firstName);
  await thumb.fill(page.getByLabel(signIn.lastName), maja.lastName);
  await thumb.fill(page.getByLabel(signIn.email), maja.email);
  await thumb.fill(page.getByLabel(signIn.password, { exact: true }), maja.password);
  await thumb.fill(page.getByLabel(signIn.confirmPassword), maja.password);
  // The keyboard's key would send the form too; this parent looks for the button.
  const create = main.getByRole('button', { name: signIn.createAccount });
  await create.scrollIntoViewIfNeeded();
  await thumb.press(create);
  const sheet = page.getByRole('dialog');
  await thumb.fillFocused(sheet.getByLabel(people.fields.name), 'Noah');
  await thumb.fill(sheet.getByLabel(people.fields.birthDate), '2019-05-01');
  await thumb.press(sheet.getByRole('button', { name: firstRun.next }));
  await expect(sheet).toContainText(filled(firstRun.friendTitle, { name: 'Noah' }));
  await thumb.fillFocused(sheet.getByLabel(people.fields.name), 'Ella');
  await thumb.fill(sheet.getByLabel(people.fields.parentPhone), '070-123 45 67');
  await thumb.press(sheet.getByRole('button', { name: firstRun.next }));
  await expect(sheet).toContainText(people.friendAdded);
  await expect(sheet).toContainText(filled(firstRun.hereTitle, { name: 'Ella' }));
  await thumb.press(sheet.getByRole('button', { name: common.checkIn, exact: true }));
  await expect(sheet).toBeHidden();
  await expect(parent.shown(filled(words.hereNow.checkedIn, { name: 'Ella' }))).toBeVisible();
  await expect(
    page.getByRole('button', { name: filled(people.checkOutNamed, { name: 'Ella' }) }),
  ).toBeVisible();
  expect(thumb.taps).toBeLessThanOrEqual(13);
  expect(thumb.fields).toBe(9);
  expect([...pages]).toEqual(['/', '/register', '/dashboard']);
});

test('reload, back and failure lose nothing', { tag: '@once' }, async ({ page, server, parent, words }) => {
  const { missing, people, firstRun, common } = words;
  const sheet = await begin(page, server.url, parent);
  const name = sheet.getByLabel(people.fields.name);
  const next = sheet.getByRole('button', { name: firstRun.next });

  await test.step('what was typed stands there after a reload', async () => {
    await name.fill('Noha');
    await page.reload();
    await expect(name).toHaveValue('Noha');
    await sheet.getByLabel(people.fields.birthDate).fill('2019-05-01');
    await next.click();
    await expect(name).toBeFocused();
    await expect(name).toHaveValue('');
  });

  await test.step('back leads to the child, which is edited now, and forward to the friend', async () => {
    await page.goBack();
    await expect(name).toHaveValue('Noha');
    await name.fill('Noah');
    await next.click();
    await expect(sheet).toContainText(filled(firstRun.friendTitle, { name: 'Noah' }));
  });

  await test.step('an empty or invalid field is said beside it', async () => {
    await next.click();
    await expect(sheet).toContainText(missing.name);
    await name.fill('Ella');
    await sheet.getByLabel(people.fields.parentPhone).fill('12');
    await next.click();
    await expect(sheet).toContainText(common.problems.phone);
    await expect(name).toHaveValue('Ella');
    await sheet.getByLabel(people.fields.parentPhone).fill('070-123 45 67');
    await next.click();
    await expect(sheet).toContainText(filled(firstRun.hereTitle, { name: 'Ella' }));
  });

  await test.step('a reload keeps the question; "not now" leaves the page, and back never reopens the sheet', async () => {
    await page.reload();
    await expect(sheet).toContainText(filled(firstRun.hereTitle, { name: 'Ella' }));
    await sheet.getByRole('button', { name: firstRun.notNow }).click();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('listitem').filter({ hasText: 'Noah' }).first()).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: words.common.nav.dashboard })).toBeVisible();
    await expect(sheet).toBeHidden();
  });
});

test('a half-filled step asks before it closes, each can be skipped, and the empty dashboard begins anew', {
  tag: '@once',
}, async ({ page, server, parent, words }) => {
  const { people, firstRun } = words;
  const sheet = await begin(page, server.url, parent);
  const name = sheet.getByLabel(people.fields.name);

  await test.step('half-filled, also after a reload', async () => {
    await name.fill('No');
    await page.reload();
    await expect(name).toHaveValue('No');
    await expectKept(page, words, sheet, name);
  });

  await test.step('from the empty dashboard a child is added, and the friend is skipped', async () => {
    await expect(page.getByRole('main')).toContainText(people.noChildren.title);
    await page.getByRole('main').getByRole('button', { name: people.addChild }).click();
    await name.fill('Noah');
    await sheet.getByLabel(people.fields.birthDate).fill('2019-05-01');
    // Both in one turn, so that nothing is saved in between: the skipped step does not open the next one.
    await sheet.evaluate(
      (dialog, names) => {
        const buttons = [...dialog.querySelectorAll('button')];
        for (const one of names) buttons.find(({ textContent }) => textContent === one)?.click();
      },
      [firstRun.next, firstRun.skip],
    );
    await expect(page.getByRole('main')).toContainText('Noah');
    await waitForSync(page);
    await expect(sheet).toBeHidden();
  });
});

test('each step passes axe offline', { tag: '@once' }, async ({ page, context, server, parent, words }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  const { people, firstRun, common } = words;
  watchRequests(page);
  const sheet = await begin(page, server.url, parent);
  await waitForPrefetched(page);
  expect(await violationsOn(page)).toEqual([]);
  await context.setOffline(true);
  await parent.fillDialog(
    { [people.fields.name]: 'Noah', [people.fields.birthDate]: '2019-05-01' },
    firstRun.next,
  );
  await expect(sheet).toContainText(filled(firstRun.friendTitle, { name: 'Noah' }));
  expect(await violationsOn(page)).toEqual([]);
  await parent.fillDialog(
    { [people.fields.name]: 'Ella', [people.fields.parentPhone]: '070-123 45 67' },
    firstRun.next,
  );
  await expect(sheet).toContainText(filled(firstRun.hereTitle, { name: 'Ella' }));
  expect(await violationsOn(page)).toEqual([]);
  await sheet.getByRole('button', { name: common.checkIn, exact: true }).click();
  await expect(
    page.getByRole('button', { name: filled(people.checkOutNamed, { name: 'Ella' }) }),
  ).toBeVisible();
  await context.setOffline(false);
  await waitForSync(page);
  await page.reload();
  await expect(
    page.getByRole('button', { name: filled(people.checkOutNamed, { name: 'Ella' }) }),
  ).toBeVisible();
});
