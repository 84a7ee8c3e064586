import { expect } from '@playwright/test';
import { registerHousehold } from '#tests/support/people/household.ts';
import { coveredBy } from './support/covered.ts';
import { allowConsole, test } from './support/framme.ts';
import { filled, person } from './support/parent.ts';
import { passUntil, pauseClock } from './support/paused-clock.ts';
import { atTheDoor } from './support/the-door.ts';
import { waitForSync } from './support/unsent.ts';

test.use({ reducedMotion: 'no-preference' });

test('after a lost session log-in fills in the e-mail', { tag: '@full' }, async ({ parent, context }) => {
  const { page, words, url } = parent;
  allowConsole(/401/);
  const maja = person('Maja', 'Lind');
  await parent.settle(url, maja);
  await waitForSync(page);
  await context.clearCookies();
  await page.goto(`${url}/dashboard`);
  await expect(page).toHaveURL(/login/);
  await expect(page.getByLabel(words.signIn.email)).toHaveValue(maja.email);
});

test('the header’s last button ends where the column ends', { tag: '@full' }, async ({ page, server }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${server.url}/`);
  const last = page.getByRole('banner').getByRole('link').last();
  const list = page.getByRole('banner').getByRole('list');
  await expect(last).toBeVisible();
  const [link, column] = [await last.boundingBox(), await list.boundingBox()];
  expect(link && link.x + link.width).toBeCloseTo((column?.x ?? 0) + (column?.width ?? 0), 0);
});

test.describe('on a phone, what the board says is so at the moment', () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test('after the first check-in and the last check-out, while the lists hold still', {
    tag: '@full',
  }, async ({ page, server, language, words }) => {
    const { hereNow, people, common } = words;
    await page.clock.install();
    await atTheDoor({ page, server, language, name: 'Ella' });
    const button = (name: string) => page.getByRole('button', { name: filled(name, { name: 'Ella' }) });
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ella' }).first();
    const count = page.getByRole('main').getByRole('status').first();
    await expect(button(people.checkInNamed)).toBeVisible();
    const toast = page.getByRole('region', { name: common.toast });
    // The list that follows later says who came, not that it will.
    const named = page.getByRole('main').getByRole('paragraph').filter({ hasText: /Ella$/ });
    const y = async () => (await row.boundingBox())?.y;

    await pauseClock(page);
    let before = await y();
    await button(people.checkInNamed).click();
    await passUntil(page, () => count.textContent(), filled(people.hereCount.one, { count: 1 }));
    await passUntil(page, () => row.getAttribute('data-gone'), 'in');
    await expect(row).toContainText(common.checkedIn);
    await expect(button(people.undoNamed)).toBeVisible();
    await expect(page.getByText(hereNow.nobodyHint)).toBeHidden();
    await expect(named).toBeVisible();
    expect(await y()).toBe(before);
    await passUntil(page, () => toast.count(), 1);
    expect(await coveredBy(toast, row)).toEqual([]);

    await page.clock.resume();
    await page.mouse.move(1, 1);
    await expect(page.getByText(hereNow.everybodyHere)).toBeVisible();
    await pauseClock(page);
    before = await y();
    await button(people.checkOutNamed).click();
    await passUntil(page, () => count.textContent(), people.hereCount.zero);
    await expect(row).toContainText(common.checkedOut);
    await expect(page.getByText(hereNow.everybodyHere)).toBeHidden();
    await expect(named).toBeVisible();
    expect(await y()).toBe(before);
    await passUntil(page, () => toast.count(), 1);
    expect(await coveredBy(toast, row)).toEqual([]);
  });
});

test('the modal lists an only child first, and no heading in it denies what another phone changed', {
  tag: '@full',
}, async ({ page, server, language, parent, words }) => {
  const { modal: texts, people, common } = words;
  const { home, ella } = await atTheDoor({ page, server, language, name: 'Ella' });
  await home.addFriend(ella.child, 'Vera');
  await home.run('checkIn', ella);
  await page.goto(server.url);
  const modal = await parent.openModal('checkIn', 'Noah');
  const heading = (name: string) => modal.getByRole('heading', { name });
  await expect(heading(people.alreadyHere)).toBeVisible();
  await home.run('checkOut', ella);
  await expect(heading(texts.others)).toBeVisible();
  await expect(heading(people.alreadyHere)).toHaveCount(0);
  await modal.getByRole('button', { name: common.back, exact: true }).click();
  await expect(heading(texts.chooseChild)).toBeVisible();
});

test('a child that is added on the board leads the focus to who is here, and is kept though the last other one goes', async ({
  parent,
  open,
}) => {
  const { page, words, url } = parent;
  const { people, common } = words;
  const home = await registerHousehold(url, 'Lind');
  const noah = await home.addChild('Noah', '2019-05-01');
  await open(home);
  const add = page.getByRole('main').getByRole('button', { name: people.addChild });
  const dialog = page.getByRole('dialog', { name: people.addChild });
  const [name, birthDate] = [
    dialog.getByLabel(people.fields.name),
    dialog.getByLabel(people.fields.birthDate),
  ];
  // As in Safari, where a button that is tapped does not get the focus.
  const tap = () =>
    add.evaluate((button: HTMLElement) => {
      (document.activeElement as HTMLElement).blur();
      button.click();
    });

  await tap();
  await name.fill('Alva');
  await birthDate.fill('2016-11-12');
  await dialog.getByRole('button', { name: common.add, exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('#here-now')).toBeFocused();

  await tap();
  await name.fill('Kim');
  const alva = [...(await home.documents()).keys()].find(
    (path) => path.startsWith('children/') && path.split('/').length === 2 && !path.endsWith(noah),
  );
  await home.run('deleteChild', { child: alva?.slice('children/'.length) ?? '' });
  await home.run('deleteChild', { child: noah });
  await expect(page.getByText(people.noChildren.title)).toBeVisible();
  await expect(name).toHaveValue('Kim');
});
