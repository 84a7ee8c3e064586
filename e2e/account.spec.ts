import { expect, type Page } from '@playwright/test';
import { calls } from '#domain/protocol/calls.ts';
import { test } from './support/framme.ts';
import { interceptNext } from './support/intercept.ts';
import { filled, Parent, person } from './support/parent.ts';
import { pressStill } from './support/still.ts';

const NEW = 'korrekt häst batteri';

test('a parent names a device, signs another one out and changes the password', async ({
  page,
  browser,
  server,
  parent,
  language,
  watch,
  allowConsole,
}) => {
  allowConsole(/40[13] \((Unauthorized|Forbidden)\)/);
  const maja = person('Maja', 'Lind');
  const { account, common, signIn } = parent.words;
  await parent.settle(server.url, maja);
  const other = await browser.newContext({ locale: language });
  watch(other);
  const tablet = new Parent(await other.newPage(), language);
  const sheet = tablet.page.getByRole('dialog', { name: common.banner.lockedTitle });
  await tablet.page.goto(`${server.url}/login?lng=${language}`);
  await tablet.logIn(maja);
  await expect(tablet.page).toHaveURL(/dashboard/);

  const { pages } = parent.words.profile;
  await test.step('both devices are in the list', async () => {
    await page.goto(`${server.url}/profile`);
    await page.getByRole('link', { name: pages.security.title }).click();
    await expect(page.getByRole('heading', { level: 1, name: pages.security.title })).toBeFocused();
    await expect(devices(page, account.devices.title).getByRole('listitem')).toHaveCount(2);
  });

  await test.step('this device gets a name', async () => {
    const own = devices(page, account.devices.title)
      .getByRole('listitem')
      .filter({ hasText: account.devices.this });
    await pressStill(own.getByRole('button'));
    await page.getByLabel(account.devices.name, { exact: true }).fill('Köksplattan 🍳');
    await page.getByRole('dialog').getByRole('button', { name: common.save }).click();
    await expect(own).toContainText('Köksplattan 🍳');
  });

  await test.step('the other device is signed out, and its screen locks', async () => {
    const strange = devices(page, account.devices.title)
      .getByRole('listitem')
      .filter({ hasNotText: account.devices.this });
    await pressStill(strange.getByRole('button', { name: account.devices.signOut }));
    await page.getByRole('alertdialog').getByRole('button', { name: account.devices.signOut }).click();
    await expect(devices(page, account.devices.title).getByRole('listitem')).toHaveCount(1);
    await expect(sheet).toBeVisible();
    await expect(tablet.page).toHaveURL(/dashboard/);
  });

  await test.step('the password is asked for before it is changed', async () => {
    await page.goBack();
    await page.getByRole('link', { name: pages.account.title }).click();
    await expect(page.getByRole('heading', { level: 1, name: pages.account.title })).toBeFocused();
    await proofIsOld(page);
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

  await sheet.getByLabel(filled(signIn.again.password, { email: maja.email })).fill(NEW);
  await sheet.getByRole('button', { name: signIn.logIn, exact: true }).click();
  await expect(sheet).toBeHidden();
});

test('a password that is easy to guess shows a hint and is accepted', { tag: '@full' }, async ({
  page,
  server,
  parent,
}) => {
  const { signIn } = parent.words;
  await page.goto(`${server.url}/register`);
  await page.getByLabel(signIn.password, { exact: true }).fill('Sommarlov2026!');
  await expect(page.getByText(signIn.passwordTip)).toBeVisible();
  await parent.fillRegistration({ ...person('Maja', 'Lind'), password: 'Sommarlov2026!' });
  await expect(page).toHaveURL(/dashboard/);
});

test('too many log-in attempts show when to try again, and the typed values are kept', {
  tag: '@full',
}, async ({ page, server, parent, allowConsole }) => {
  allowConsole(/4(01|29) \((Unauthorized|Too Many Requests)\)/);
  const { signIn } = parent.words;
  const { email } = person('Maja', 'Lind');
  const headers = { origin: server.url };
  for (let i = 0; i < 10; i++)
    await page.request.post(server.url + calls.logIn.path, {
      headers,
      data: { email, password: 'gissning' },
    });
  await page.goto(`${server.url}/login`);
  await parent.logIn({ email, password: 'gissning' });
  await expect(page.getByRole('alert')).toHaveText(signIn.failures.tooMany.one);
  await expect(page.getByLabel(signIn.email)).toHaveValue(email);
  await expect(page.getByLabel(signIn.password, { exact: true })).toHaveValue('gissning');
});

const devices = (page: Page, name: string) => page.getByRole('list', { name });

/** Makes the server require re-authentication, as it does after ten minutes. */
async function proofIsOld(page: Page): Promise<void> {
  const error = { code: 'reauthentication-needed', message: '' };
  await interceptNext(page, `**${calls.changePassword.path}`, (route) =>
    route.fulfill({ status: 403, json: { error } }),
  );
}
