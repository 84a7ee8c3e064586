import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { calls } from '#domain/protocol/calls.ts';
import { mailedLink, open, test, textsIn } from './support/mail.ts';
import { filled, person } from './support/parent.ts';
import { addPasskey, addVirtualAuthenticator, makeCodes, settle } from './support/passkeys.ts';
import { untilRest } from './support/rest.ts';

test('requiring a passkey needs a confirmed e-mail, and a password reset still asks for the passkey', {
  tag: '@full',
}, async ({ page, server, mails, parent, language, words, allowConsole }) => {
  allowConsole(/409 \(Conflict\)/);
  const { pages, templates } = textsIn(language);
  const who = person('Hedda', 'Jansson');
  await addVirtualAuthenticator(page);
  await settle(page, parent, server.url, who);
  await addPasskey(page, parent);
  await makeCodes(page, parent);
  const demand = page.getByRole('switch', { name: words.passkeySettings.require });
  await demand.click();
  await expect(page.getByText(words.passkeys.failures.unverified)).toBeVisible();
  await expect(demand).not.toBeChecked();
  await open(page, await mailedLink(mails, templates.verification.subject));
  await page.getByRole('button', { name: pages.verify.act }).click();
  await expect(page.locator('#root').getByText(pages.verify.done)).toBeVisible();
  await page.goto(`${server.url}/profile/account`);
  await demand.click();
  await expect(demand).toBeChecked();
  // A list that is still asked for would be refused.
  await untilRest(page);
  await parent.logOut();
  await page.goto(`${server.url}/forgot-password`);
  await page.getByLabel(words.signIn.email).fill(who.email);
  await page.getByRole('button', { name: pages.forgot.send }).click();
  await open(page, await mailedLink(mails, templates.recovery.subject));
  await page.getByLabel(pages.recover.password, { exact: true }).fill('three words in a row');
  await page.getByRole('button', { name: pages.recover.save }).click();
  await expect(page.getByRole('heading', { level: 1, name: words.passkeys.step.title })).toBeVisible();
  await page.getByRole('button', { name: words.passkeys.step.usePasskey }).click();
  await expect(page).toHaveURL(`${server.url}/dashboard`);
});

test('recovery codes can be copied, downloaded and replaced', { tag: '@full' }, async ({
  page,
  context,
  server,
  parent,
  words,
  allowConsole,
}) => {
  const { passkeySettings: passkeys } = words;
  const who = person('Ines', 'Karlsson');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await settle(page, parent, server.url, who);
  await page.getByRole('button', { name: passkeys.codesMake }).click();
  const dialog = page.getByRole('dialog', { name: passkeys.codesTitle });
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const codes = await dialog.getByRole('listitem').allInnerTexts();
  await dialog.getByRole('button', { name: passkeys.copy }).click();
  await expect(dialog.getByText(passkeys.copied)).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: passkeys.download }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(passkeys.fileName);
  const kept = await readFile(await file.path(), 'utf8');
  const expected = [filled(passkeys.fileHead, { email: who.email }), '', ...codes, ''].join('\n');
  expect([copied, kept]).toEqual([expected, expected]);
  await dialog.getByRole('button', { name: passkeys.codesKept }).click();
  await expect(page.getByText(passkeys.codesLeft.other.replace('{{count}}', '10'))).toBeVisible();
  await page.getByRole('button', { name: passkeys.codesRenew }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: passkeys.codesRenew }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const fresh = await dialog.getByRole('listitem').allInnerTexts();
  expect(fresh.filter((code) => codes.includes(code))).toEqual([]);
  await dialog.getByRole('button', { name: passkeys.codesKept }).click();
  await test.step('without an answer a message says that the former codes may be void', async () => {
    allowConsole(/ERR_/);
    await page.route(`**${calls.renewRecoveryCodes.path}`, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: passkeys.codesRenew }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: passkeys.codesRenew }).click();
    await expect(page.getByRole('alert')).toHaveText(passkeys.codesUnsure);
  });
});
