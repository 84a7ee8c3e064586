import { expect } from '@playwright/test';
import { test } from './support/framme.ts';
import { filled, person } from './support/parent.ts';
import { waitForSync } from './support/unsent.ts';

test('screens tell what they know before anything is sent', async ({
  page,
  context,
  server,
  parent,
  words,
  allowConsole,
}) => {
  allowConsole(/401/);
  const { missing, people, common } = words;
  const maja = person('Maja', 'Lind');
  await parent.settle(server.url, maja);
  await parent.follow(common.nav.profile);
  await expect(page).toHaveURL(/profile/);

  await test.step('a future birth date is reported together with a missing name', async () => {
    await parent.addChild('', '2199-01-01');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(missing.name);
    await expect(dialog).toContainText(common.problems.future);
    await parent.fillDialog(
      { [people.fields.name]: 'Noah', [people.fields.birthDate]: '2019-05-01' },
      common.add,
    );
    await expect(dialog).toBeHidden();
  });

  await parent.addFriend('Ella', '070-123 45 67');
  await expect(parent.shown(people.friendAdded)).toBeVisible();
  await parent.addGuest('Omar', 'fatima.k');
  await parent.follow(common.nav.dashboard);
  await expect(page).toHaveURL(/dashboard/);
  await page.getByRole('button', { name: filled(people.checkInNamed, { name: 'Ella' }) }).click();
  await expect(page.getByRole('button', { name: filled(people.undoNamed, { name: 'Ella' }) })).toBeVisible();

  await test.step('an old link to an unknown child shows the visits of all children', async () => {
    await page.goto(`${server.url}/history?child=nobodyatall`);
    await expect(page.getByLabel(words.historyPage.child, { exact: true })).toHaveValue('');
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ella' })).toHaveCount(1);
  });

  await test.step('removing a friend who is here explains what happens to the visit', async () => {
    await page.goto(`${server.url}/profile`);
    const question = page.getByRole('alertdialog');
    await page.getByRole('button', { name: filled(people.removeNamed, { name: 'Omar' }) }).click();
    await expect(question).toContainText(filled(words.removal.removeVisitor, { name: 'Omar' }));
    await expect(question).not.toContainText(filled(words.removal.removeHere, { name: 'Omar' }));
    await question.getByRole('button', { name: common.cancel }).click();
    await page.getByRole('button', { name: filled(people.removeNamed, { name: 'Ella' }) }).click();
    await expect(question).toContainText(filled(words.removal.removeHere, { name: 'Ella' }));
    await question.getByRole('button', { name: common.cancel }).click();
  });

  await test.step('the log-in page fills in the e-mail after a lost session', async () => {
    await waitForSync(page);
    await context.clearCookies();
    await page.goto(`${server.url}/dashboard`);
    await expect(page).toHaveURL(/login/);
    await expect(page.getByLabel(words.signIn.email)).toHaveValue(maja.email);
  });
});

test('the header’s last button ends where the column ends', async ({ page, server }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${server.url}/`);
  const last = page.getByRole('banner').getByRole('link').last();
  const list = page.getByRole('banner').getByRole('list');
  await expect(last).toBeVisible();
  const [link, column] = [await last.boundingBox(), await list.boundingBox()];
  expect(link && link.x + link.width).toBeCloseTo((column?.x ?? 0) + (column?.width ?? 0), 0);
});
