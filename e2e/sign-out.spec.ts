import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { gate } from '#tests/support/gate.ts';
import { test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { filled, noahWith, type Parent, person } from './support/parent.ts';

/** Makes a tap that cannot be sent, and signs out up to the question about it. */
async function signOutWithUnsentTap(page: Page, url: string, parent: Parent): Promise<() => void> {
  const { common, people } = parent.words;
  await parent.settle(url, person('Maja', 'Lind'), noahWith('Ella Lind'));
  const checkIn = page.getByRole('button', { name: filled(people.checkInNamed, { name: 'Ella Lind' }) });
  // Stored before the network goes: the heading comes before the family.
  await expect(checkIn).toBeVisible();
  const letThrough = await intercept(page, '**/api/**');
  await checkIn.click();
  await expect(
    page.getByRole('button', { name: filled(people.checkOutNamed, { name: 'Ella Lind' }) }),
  ).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: common.nav.signOut }).click();
  return letThrough;
}

test('signing out with an unsent tap offers to send it, to save it in a file or to discard it', async ({
  page,
  ownServer: server,
  parent,
  words,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const { signOut } = words;
  const { commands } = words;
  const question = page.getByRole('alertdialog');
  const letThrough = await signOutWithUnsentTap(page, server.url, parent);
  await expect(question).toContainText(filled(signOut.consequence.one, { count: 1 }));

  await test.step('the file describes the unsent tap in words', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      question.getByRole('button', { name: signOut.saveFile }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^framme-\d{4}-\d\d-\d\d\.json$/);
    const { changes } = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({
      what: commands.checkIn,
      name: 'checkIn',
      child: 'Noah',
      person: 'Ella Lind',
    });
    await expect(question).toContainText(download.suggestedFilename());
  });

  await test.step('sending without a network fails and loses nothing', async () => {
    await question.getByRole('button', { name: signOut.send }).click();
    await expect(question).toContainText(signOut.notSent);
    await question.getByRole('button', { name: signOut.stay }).click();
    await expect(question).toBeHidden();
    await expect(parent.shown('Ella Lind').first()).toBeVisible();
  });

  await test.step('with a network the tap is sent before the sign-out', async () => {
    await page.getByRole('banner').getByRole('button', { name: words.common.nav.signOut }).click();
    await expect(question).toBeVisible();
    // Held until the press: a retry by itself would take the button away.
    const { passed, open } = gate();
    await page.route('**/api/sync', async (route) => {
      await passed;
      await route.continue();
    });
    letThrough();
    await question.getByRole('button', { name: signOut.send }).click();
    open();
    await expect(page.getByRole('banner').getByText(words.common.nav.signIn)).toBeVisible();
    await expect.poll(() => server.stdout).toContain('"070-123 45 67" "Ella Lind" in');
  });
});

test('discarding signs out without sending', { tag: '@full' }, async ({
  page,
  ownServer: server,
  parent,
  words,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource|The log-out failed/);
  const letThrough = await signOutWithUnsentTap(page, server.url, parent);
  await page.getByRole('alertdialog').getByRole('button', { name: words.signOut.discard }).click();
  await expect(page.getByRole('banner').getByText(words.common.nav.signIn)).toBeVisible();
  letThrough();
  await page.reload();
  await page.waitForLoadState('networkidle');
  expect(server.stdout).not.toContain('"Ella Lind" in');
});

test.describe('with a refusing server', () => {
  test.use({ entry: 'tests/support/server/refusing-server.ts' });

  test('signing out offers to save the refused tap in a file', { tag: '@full' }, async ({
    page,
    ownServer: server,
    parent,
    words,
  }) => {
    const { common } = words;
    const question = page.getByRole('alertdialog');
    await parent.settle(server.url);
    await parent.follow(common.nav.profile);
    // Later than a form waits, so that the refusal is listed.
    await page.route('**/api/sync', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 2500));
      await route.continue();
    });
    await parent.addChild('Noah', '2019-05-01');
    await expect(page.getByRole('region').filter({ hasText: common.failures.addChild })).toBeVisible();
    await page.getByRole('banner').getByRole('button', { name: common.nav.signOut }).click();
    await expect(question).toContainText(words.signOut.refused.one);
    await expect(question.getByRole('button', { name: words.signOut.send })).toHaveCount(0);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      question.getByRole('button', { name: words.signOut.saveFile }).click(),
    ]);
    const { changes } = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(changes).toMatchObject([{ what: words.commands.addChild, args: { name: 'Noah' }, refusal: {} }]);
    await question.getByRole('button', { name: words.signOut.discard }).click();
    await expect(page.getByRole('banner').getByText(common.nav.signIn)).toBeVisible();
  });
});
