import { expect } from '@playwright/test';
import { calls } from '#domain/protocol/calls.ts';
import { postJson } from '#tests/support/server/http.ts';
import { allowConsole, test } from './support/framme.ts';
import { interceptNext } from './support/intercept.ts';
import { person } from './support/parent.ts';
import { pressStill } from './support/still.ts';

const NEW = 'korrekt häst batteri';

test('a parent names a device, signs another out and changes password', async ({ page, server, parent }) => {
  allowConsole(/40[13] \((Unauthorized|Forbidden)\)/);
  const maja = person('Maja', 'Lind');
  const { account, common, profile } = parent.words;
  const { pages } = profile;
  const logIn = (password: string) => postJson(server.url, calls.logIn.path, { email: maja.email, password });
  await parent.settle(server.url, maja);
  const { cookie = '' } = await logIn(maja.password);
  const devices = page.getByRole('list', { name: account.devices.title }).getByRole('listitem');

  await test.step('both devices are in the list', async () => {
    await page.goto(`${server.url}/profile`);
    await page.getByRole('link', { name: pages.security.title }).click();
    await expect(page.getByRole('heading', { level: 1, name: pages.security.title })).toBeFocused();
    await expect(devices).toHaveCount(2);
  });

  await test.step('this device gets a name', async () => {
    const own = devices.filter({ hasText: account.devices.this });
    await pressStill(own.getByRole('button'));
    await page.getByLabel(account.devices.name, { exact: true }).fill('Köksplattan 🍳');
    await page.getByRole('dialog').getByRole('button', { name: common.save }).click();
    await expect(own).toContainText('Köksplattan 🍳');
  });

  await test.step('the other device is signed out', async () => {
    const strange = devices.filter({ hasNotText: account.devices.this });
    await pressStill(strange.getByRole('button', { name: common.nav.signOut }));
    await page.getByRole('alertdialog').getByRole('button', { name: common.nav.signOut }).click();
    await expect(devices).toHaveCount(1);
    expect((await postJson(server.url, calls.reauthenticate.path, maja, { cookie })).status).toBe(401);
  });

  await test.step('the password is asked for before it is changed', async () => {
    await page.goBack();
    await page.getByRole('link', { name: pages.account.title }).click();
    await expect(page.getByRole('heading', { level: 1, name: pages.account.title })).toBeFocused();
    // The server requires re-authentication, as it does after ten minutes.
    const error = { code: 'reauthentication-needed', message: '' };
    await interceptNext(page, `**${calls.changePassword.path}`, (route) =>
      route.fulfill({ status: 403, json: { error } }),
    );
    await page.getByLabel(account.password.new).fill(NEW);
    await page.getByRole('button', { name: account.password.change }).click();
    const proof = page.getByRole('dialog', { name: account.proof.title });
    const names = page.locator('form [autocomplete="username"]');
    await expect
      .poll(() => names.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)))
      .toEqual([maja.email, maja.email]);
    await proof.getByLabel(account.proof.password).fill('gissning');
    await proof.getByRole('button', { name: account.proof.confirm }).click();
    await expect(proof.getByRole('alert')).toHaveText(account.proof.wrong);
    await expect(proof.getByLabel(account.proof.password)).toHaveValue('gissning');
    await proof.getByLabel(account.proof.password).fill(maja.password);
    await proof.getByRole('button', { name: account.proof.confirm }).click();
    await expect(proof).toBeHidden();
    await expect(page.locator('#root').getByText(account.password.changed)).toBeVisible();
  });

  expect((await logIn(NEW)).status).toBe(200);
});
