import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { calls } from '#domain/protocol/calls.ts';
import { brokenRules, violationsOn } from './support/accessibility/axe.ts';
import { faultsOfLayout } from './support/accessibility/large-text.ts';
import { allowConsole, test } from './support/framme.ts';
import { interceptNext } from './support/intercept.ts';
import { filled, person } from './support/parent.ts';
import { addPasskey, addVirtualAuthenticator, requirePasskey, settle } from './support/passkeys.ts';
import { untilRest } from './support/rest.ts';

async function examine(page: Page, what: string): Promise<void> {
  expect.soft(await violationsOn(page), what).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect.soft(await brokenRules(page), `${what}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

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

test('a passkey is renamed and removed, and one that is known, cancelled, copied or removed shows an error', {
  tag: '@full',
}, async ({ page, server, parent }) => {
  allowConsole(/401 \(Unauthorized\)/);
  const { words } = parent;
  const { passkeySettings: passkeys } = words;
  const { cdp, id: authenticatorId } = await addVirtualAuthenticator(page);
  const who = person('Bodil', 'Dahl');
  await settle(page, parent, server.url, who);
  await addPasskey(page, parent);
  const failure = (hasText: string) => page.getByRole('alert').filter({ hasText });
  const signInByPasskey = async () => {
    await page.goto(`${server.url}/login`);
    await page.getByRole('button', { name: words.passkeys.signIn }).click();
  };

  await page.getByRole('button', { name: passkeys.add, exact: true }).click();
  await expect(failure(words.passkeys.failures['passkey-taken'])).toBeVisible();
  await page.getByRole('list', { name: passkeys.list }).getByRole('button').first().click();
  await parent.fillDialog({ [words.people.fields.name]: 'Köksplattan' }, words.common.save);
  const row = page.getByRole('listitem').filter({ hasText: 'Köksplattan' });
  await expect(row).toBeVisible();
  await parent.logOut();

  await test.step('cancelled at the device', async () => {
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await signInByPasskey();
    await expect(failure(words.passkeys.failures.cancelled)).toBeVisible();
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  });

  await test.step('a counter that goes back', async () => {
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
    await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
    for (const found of credentials)
      await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: { ...found, signCount: 0 } });
    await signInByPasskey();
    await expect(failure(words.passkeys.failures['passkey-copied'])).toBeVisible();
  });

  await test.step('removed', async () => {
    await parent.logIn(who);
    await expect(page).toHaveURL(`${server.url}/dashboard`);
    await page.goto(`${server.url}/profile/account`);
    await row.getByRole('button').last().click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: words.common.remove, exact: true })
      .click();
    await expect(page.getByText(passkeys.none)).toBeVisible();
    await untilRest(page);
    await parent.logOut();
    await signInByPasskey();
    await expect(failure(words.passkeys.failures['passkey-refused'])).toBeVisible();
    await expect(page).toHaveURL(`${server.url}/login`);
  });
});

test.describe('on a phone', { tag: '@full' }, () => {
  test.use({ viewport: { width: 360, height: 640 } });
  test.setTimeout(300_000);

  test('a required passkey is asked for after the password, also after a reload, and a recovery code replaces it once', async ({
    parent,
  }) => {
    const { page, url } = parent;
    allowConsole(/401 \(Unauthorized\)|409 \(Conflict\)/);
    const { words } = parent;
    const { step } = words.passkeys;
    const who = person('Cilla', 'Ek');
    const { cdp, id } = await addVirtualAuthenticator(page);
    await settle(page, parent, url, who);
    await addPasskey(page, parent);
    const [code = ''] = await requirePasskey(page, parent);
    await expect(parent.shown(words.passkeySettings.required)).toBeHidden({ timeout: 15_000 });
    await examine(page, 'a required passkey');

    await test.step('the last one cannot be removed', async () => {
      const question = page.getByRole('alertdialog');
      await page.getByRole('list', { name: words.passkeySettings.list }).getByRole('button').last().click();
      await expect(question).toBeVisible();
      await examine(page, 'the question before a passkey is removed');
      await page.getByRole('button', { name: words.common.remove, exact: true }).click();
      await expect(question.getByText(words.passkeys.failures['passkey-needed'])).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(question).toBeHidden();
    });

    await test.step('asked for', async () => {
      await parent.logOut();
      await page.goto(`${url}/login`);
      await parent.logIn(who);
      const heading = page.getByRole('heading', { level: 1, name: step.title });
      await expect(heading).toBeVisible();
      await page.reload();
      await expect(heading).toBeVisible();
      await page.goto(`${url}/dashboard`);
      await expect(page).toHaveURL(/\/login$/);
      await page.goto(`${url}/login?step=passkey`);
      await page.getByRole('button', { name: step.usePasskey }).click();
      await expect(page).toHaveURL(`${url}/dashboard`);
      await parent.logOut();
    });

    await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: id });
    const useCode = async (typed: string) => {
      await page.goto(`${url}/login`);
      await parent.logIn(who);
      await page.getByRole('button', { name: step.useCode }).click();
      await page.getByLabel(step.code).fill(typed);
      await page.getByRole('button', { name: step.goOn }).click();
    };
    await test.step('a code that is missing or wrong', async () => {
      await useCode('');
      await expect(page.getByText(step.codeMissing)).toBeVisible();
      await examine(page, 'the second step');
      await useCode('x');
      await expect(page.getByText(step.codeWrong)).toBeVisible();
    });
    await test.step('a code, once', async () => {
      await useCode(code.toLowerCase());
      await expect(page).toHaveURL(`${url}/dashboard`);
      await expect(parent.shown(step.left.other.replace('{{count}}', '9'))).toBeVisible();
      await parent.logOut();
      await useCode(code);
      await expect(
        page.getByRole('alert').filter({ hasText: words.passkeys.failures['code-refused'] }),
      ).toBeVisible();
      await page.getByRole('button', { name: step.back }).click();
      await expect(page).toHaveURL(`${url}/login`);
      await expect(page.getByLabel(words.signIn.email)).toHaveValue(who.email);
    });
  });

  test('recovery codes can be copied, downloaded and replaced', async ({ parent, context, server }) => {
    const { page, words } = parent;
    allowConsole(/ERR_|403 \(Forbidden\)/);
    const { passkeySettings: passkeys } = words;
    const who = person('Ines', 'Karlsson');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await addVirtualAuthenticator(page);
    await settle(page, parent, server.url, who);
    await addPasskey(page, parent);
    const dialog = page.getByRole('dialog', { name: passkeys.codesTitle });
    const codesShown = async () => {
      await expect(dialog.getByRole('listitem')).toHaveCount(10);
      return dialog.getByRole('listitem').allInnerTexts();
    };
    const renew = async () => {
      await page.getByRole('button', { name: passkeys.codesRenew }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    };
    const confirm = () =>
      page.getByRole('alertdialog').getByRole('button', { name: passkeys.codesRenew }).click();

    await test.step('the passkey proves who it is, in place of the password', async () => {
      // The server's reply if the last re-authentication is older than ten minutes.
      const body = { error: { code: 'reauthentication-needed', message: '' } };
      await interceptNext(page, `**${calls.renewRecoveryCodes.path}`, (route) =>
        route.fulfill({ status: 403, json: body }),
      );
      await page.getByRole('button', { name: passkeys.codesMake }).click();
      const question = page.getByRole('dialog', { name: words.account.proof.title });
      const proven = page.waitForResponse('**/api/reauthenticate-by-passkey');
      await question.getByRole('button', { name: words.passkeys.step.usePasskey }).click();
      expect((await proven).status()).toBe(200);
    });

    const codes = await codesShown();
    await examine(page, 'the codes');
    await dialog.getByRole('button', { name: words.common.copy }).click();
    await expect(dialog.getByText(passkeys.copied)).toBeVisible();
    expect(await faultsOfLayout(page)).toEqual([]);
    await examine(page, 'the copied codes');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: passkeys.download }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(passkeys.fileName);
    const stored = await readFile(await file.path(), 'utf8');
    const expected = [filled(passkeys.fileHead, { email: who.email }), '', ...codes, ''].join('\n');
    expect([copied, stored]).toEqual([expected, expected]);
    await dialog.getByRole('button', { name: passkeys.codesKept }).click();
    await expect(page.getByText(passkeys.codesLeft.other.replace('{{count}}', '10'))).toBeVisible();

    await renew();
    await examine(page, 'the question before new codes');
    await confirm();
    expect((await codesShown()).filter((code) => codes.includes(code))).toEqual([]);
    await dialog.getByRole('button', { name: passkeys.codesKept }).click();
    await test.step('without an answer a message says that the former codes may be void', async () => {
      await page.route(`**${calls.renewRecoveryCodes.path}`, async (route) => {
        await route.fetch();
        await route.abort();
      });
      await renew();
      await confirm();
      await expect(page.getByRole('alert')).toHaveText(passkeys.codesUnsure);
    });
  });
});

test('on an IP address the passkey button is disabled, with why', { tag: '@full' }, async ({ parent }) => {
  const { page, words, url } = parent;
  await page.goto(`${url.replace('localhost', '127.0.0.1')}/login`);
  await expect(page.getByRole('button', { name: words.passkeys.signIn })).toBeDisabled();
  await expect(page.getByText(words.passkeys.obstacles.address)).toBeVisible();
});
