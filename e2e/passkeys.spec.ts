import { expect } from '@playwright/test';
import { test } from './support/framme.ts';
import { interceptNext } from './support/intercept.ts';
import { person } from './support/parent.ts';
import { addPasskey, addVirtualAuthenticator, requirePasskey, settle } from './support/passkeys.ts';

test('a parent adds a passkey, signs out, and signs in with it alone', async ({ page, server, parent }) => {
  const { words } = parent;
  await addVirtualAuthenticator(page);
  await settle(page, parent, server.url, person('Astrid', 'Berg'));
  await addPasskey(page, parent);
  await parent.logOut();
  await page.goto(`${server.url}/login`);
  await page.getByRole('button', { name: words.passkeys.signIn }).click();
  await expect(page).toHaveURL(`${server.url}/dashboard`);
  await page.goto(`${server.url}/profile/account`);
  const [used = ''] = words.passkeySettings.used.split('{{');
  await expect(page.getByRole('list', { name: words.passkeySettings.list })).toContainText(used);
});

test('a passkey is renamed and removed, and a sign-in with the removed one shows an error', {
  tag: '@full',
}, async ({ page, server, parent, allowConsole }) => {
  allowConsole(/401 \(Unauthorized\)/);
  const { words } = parent;
  const { passkeySettings: passkeys } = words;
  await addVirtualAuthenticator(page);
  await settle(page, parent, server.url, person('Bodil', 'Dahl'));
  await addPasskey(page, parent);
  await page.getByRole('list', { name: passkeys.list }).getByRole('button').first().click();
  await parent.fillDialog({ [words.people.fields.name]: 'Köksplattan' }, words.common.save);
  const row = page.getByRole('listitem').filter({ hasText: 'Köksplattan' });
  await expect(row).toBeVisible();
  await row.getByRole('button').last().click();
  await page.getByRole('alertdialog').getByRole('button', { name: words.common.remove, exact: true }).click();
  await expect(page.getByText(passkeys.none)).toBeVisible();
  await parent.logOut();
  await page.goto(`${server.url}/login`);
  await page.getByRole('button', { name: words.passkeys.signIn }).click();
  await expect(page.getByRole('alert').filter({ hasText: words.passkeys.failures.refused })).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/login`);
});

test('a passkey of one device whose counter goes back is refused as copied', { tag: '@full' }, async ({
  page,
  server,
  parent,
  allowConsole,
}) => {
  allowConsole(/401 \(Unauthorized\)/);
  const { passkeys } = parent.words;
  const { cdp, id: authenticatorId } = await addVirtualAuthenticator(page);
  await settle(page, parent, server.url, person('Bo', 'Ek'));
  await addPasskey(page, parent);
  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
  await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
  for (const found of credentials)
    await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: { ...found, signCount: 0 } });
  await parent.logOut();
  await page.goto(`${server.url}/login`);
  await page.getByRole('button', { name: passkeys.signIn }).click();
  await expect(page.getByRole('alert').filter({ hasText: passkeys.failures.copied })).toBeVisible();
});

test('a required passkey is asked for after the password, also after a reload', { tag: '@full' }, async ({
  page,
  server,
  parent,
}) => {
  const { words } = parent;
  const who = person('Cilla', 'Ek');
  await addVirtualAuthenticator(page);
  await settle(page, parent, server.url, who);
  await addPasskey(page, parent);
  await requirePasskey(page, parent);
  await parent.logOut();
  await page.goto(`${server.url}/login`);
  await parent.logIn(who);
  const heading = page.getByRole('heading', { level: 1, name: words.passkeys.step.title });
  await expect(heading).toBeVisible();
  await page.reload();
  await expect(heading).toBeVisible();
  await page.goto(`${server.url}/dashboard`);
  await expect(page).toHaveURL(/\/login$/);
  await page.goto(`${server.url}/login?step=passkey`);
  await page.getByRole('button', { name: words.passkeys.step.usePasskey }).click();
  await expect(page).toHaveURL(`${server.url}/dashboard`);
});

test('a recovery code replaces the passkey once', { tag: '@full' }, async ({
  page,
  server,
  parent,
  allowConsole,
}) => {
  allowConsole(/401 \(Unauthorized\)/);
  const { words } = parent;
  const { step } = words.passkeys;
  const who = person('Disa', 'Falk');
  const { cdp, id } = await addVirtualAuthenticator(page);
  await settle(page, parent, server.url, who);
  await addPasskey(page, parent);
  const [code = ''] = await requirePasskey(page, parent);
  await parent.logOut();
  await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: id });
  const useCode = async (typed: string) => {
    await page.goto(`${server.url}/login`);
    await parent.logIn(who);
    await page.getByRole('button', { name: step.useCode }).click();
    await page.getByLabel(step.code).fill(typed);
    await page.getByRole('button', { name: step.goOn }).click();
  };
  await useCode('x');
  await expect(page.getByText(step.codeWrong)).toBeVisible();
  await useCode(code.toLowerCase());
  await expect(page).toHaveURL(`${server.url}/dashboard`);
  await expect(parent.shown(step.left.other.replace('{{count}}', '9'))).toBeVisible();
  await parent.logOut();
  await useCode(code);
  await expect(page.getByRole('alert').filter({ hasText: words.passkeys.failures.code })).toBeVisible();
  await page.getByRole('button', { name: step.back }).click();
  await expect(page).toHaveURL(`${server.url}/login`);
  await expect(page.getByLabel(words.signIn.email)).toHaveValue(who.email);
});

test('a cancelled passkey and a device that already has one show an error', { tag: '@full' }, async ({
  page,
  server,
  parent,
}) => {
  const { words } = parent;
  const { cdp, id } = await addVirtualAuthenticator(page);
  await settle(page, parent, server.url, person('Elin', 'Gran'));
  await addPasskey(page, parent);
  const add = page.getByRole('button', { name: words.passkeySettings.add, exact: true });
  await add.click();
  await expect(page.getByRole('alert').filter({ hasText: words.passkeys.failures.knownHere })).toBeVisible();
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false });
  await parent.logOut();
  await page.goto(`${server.url}/login`);
  await page.getByRole('button', { name: words.passkeys.signIn }).click();
  await expect(page.getByRole('alert').filter({ hasText: words.passkeys.failures.cancelled })).toBeVisible();
});

test('the passkey button is disabled on an IP address, with the reason', { tag: '@full' }, async ({
  page,
  server,
  words,
}) => {
  await page.goto(`${server.url.replace('localhost', '127.0.0.1')}/login`);
  await expect(page.getByRole('button', { name: words.passkeys.signIn })).toBeDisabled();
  await expect(page.getByText(words.passkeys.obstacles.address)).toBeVisible();
});

test('re-authentication accepts the passkey instead of the password', { tag: '@full' }, async ({
  page,
  server,
  parent,
  allowConsole,
}) => {
  allowConsole(/403 \(Forbidden\)/);
  const { words } = parent;
  await addVirtualAuthenticator(page);
  await settle(page, parent, server.url, person('Frida', 'Holm'));
  await addPasskey(page, parent);
  // The answer of the server if the last re-authentication is older than ten minutes.
  const body = { error: { code: 'reauthentication-needed', message: '' } };
  await interceptNext(page, '**/api/renew-recovery-codes', (route) =>
    route.fulfill({ status: 403, json: body }),
  );
  await page.getByRole('button', { name: words.passkeySettings.codesMake }).click();
  const dialog = page.getByRole('dialog', { name: words.account.proof.title });
  const proven = page.waitForResponse('**/api/reauthenticate-by-passkey');
  await dialog.getByRole('button', { name: words.passkeys.step.usePasskey }).click();
  expect((await proven).status()).toBe(200);
  await expect(page.getByRole('dialog', { name: words.passkeySettings.codesTitle })).toBeVisible();
});
