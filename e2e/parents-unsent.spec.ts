import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { calls } from '#domain/protocol/calls.ts';
import { PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { violationsOn } from './support/accessibility/axe.ts';
import { test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { filled, Parent } from './support/parent.ts';
import { joinByCalls } from './support/parents.ts';
import { settledFamily, signIn } from './support/signed-in.ts';

test.use({ viewport: { width: 360, height: 640 } });

test('what a removed parent never sent stays out of the new family, and can be saved to a file or discarded', {
  tag: '@full',
}, async ({ page, server: { url }, language, words, allowConsole }) => {
  allowConsole(/401|409|ERR_FAILED|Failed to load resource/);
  const { held, people, signOut, common, commands } = words;
  const parent = new Parent(page, language);
  const home = await settledFamily(url, language);
  const joining = await registerHousehold(url, 'Dahl');
  await joinByCalls(home, joining);
  await signIn(page.context(), joining, url);
  const checkOut = page.getByRole('button', { name: filled(people.checkOutNamed, { name: 'Ella' }) });

  await test.step('a tap that cannot be sent, and the parent is removed meanwhile', async () => {
    await page.goto(`${url}/dashboard`);
    await expect(checkOut).toBeVisible();
    const letThrough = await intercept(page, '**/api/sync');
    await checkOut.click();
    await expect(
      page.getByRole('button', { name: filled(people.checkInNamed, { name: 'Ella' }) }),
    ).toBeVisible();
    await home.post(calls.reauthenticate.path, { password: PASSWORD });
    const part = { uid: joining.account.uid, copy: true, household: home.account.household };
    expect((await home.post(calls.partHousehold.path, part)).status).toBe(200);
    letThrough();
    await page.reload();
    await expect(page.getByText(common.banner.lockedTitle).first()).toBeVisible();
  });

  const notice = page.getByRole('region', { name: held.titleLeft });
  await test.step('the next sign-in opens the copy, where the friend is here still', async () => {
    await page.goto(`${url}/login`);
    await parent.logIn({ email: joining.account.email, password: PASSWORD });
    await expect(checkOut).toBeVisible();
    await expect(notice).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
  });

  await test.step('the file says what it was', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      notice.getByRole('button', { name: signOut.saveFile }).click(),
    ]);
    const saved = await readFile(await file.path(), 'utf8');
    expect(saved).toContain(held.fileIsAbout);
    expect(JSON.parse(saved).changes).toMatchObject([
      { what: commands.checkOut, name: 'checkOut', person: 'Ella' },
    ]);
  });

  await test.step('discarded, nothing of it is left', async () => {
    await notice.getByRole('button', { name: filled(held.discardNamed, { account: 'd…@e….org' }) }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: held.discard }).click();
    await expect(notice).toBeHidden();
    const names = () =>
      page.evaluate(async () => (await indexedDB.databases()).map(({ name = '' }) => name).join());
    await expect.poll(names).not.toContain(home.account.household);
    await expect(checkOut).toBeVisible();
  });
});
