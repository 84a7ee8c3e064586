import { expect } from '@playwright/test';
import { LOCALES } from '#domain/language.ts';
import { calls } from '#domain/protocol/calls.ts';
import { PROVIDER_NAMES } from '#domain/protocol/providers.ts';
import { violationsOn } from './support/accessibility/axe.ts';
import { interceptNext } from './support/intercept.ts';
import { PROVIDER_NAME } from './support/oidc-provider.ts';
import { filled } from './support/parent.ts';
import { expectUrl, logInAtProvider } from './support/provider-log-in.ts';
import { settledFamily, signIn } from './support/signed-in.ts';
import { test } from './support/with-provider.ts';

test.setTimeout(300_000);
test.use({ settings: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'framme@example.org' } });

const FAILED = ['unreachable', 'refused', 'expired', 'unavailable'] as const;
const named = (text: string) => filled(text, { provider: PROVIDER_NAME });

test('every failed authorization is explained on the page where it began', { tag: '@full' }, async ({
  page,
  context,
  server,
  language,
  pageTexts,
}) => {
  const { outcomes, onAccount } = pageTexts.providers;
  const said = async (path: string, outcome: string, words: string) => {
    await page.goto(`${server.url}${path}?provider=oidc&outcome=${outcome}`);
    await expect(page.getByRole('alert')).toHaveText(named(words));
  };
  // The message box is the same for all of them, so each page is checked once.
  const expectAccessible = async () =>
    expect([page.url(), await violationsOn(page)]).toEqual([page.url(), []]);
  for (const path of ['/login', '/register']) {
    for (const outcome of FAILED) await said(path, outcome, outcomes[outcome]);
    await expectAccessible();
  }
  await signIn(context, await settledFamily(server.url, language), server.url);
  for (const outcome of FAILED) await said('/profile/account', outcome, onAccount[outcome]);
  await said('/profile/account', 'someone-else', onAccount.someoneElse);
  await expectAccessible();
});

test('an unknown outcome shows no message', { tag: '@full' }, async ({ page, server, words }) => {
  await page.goto(`${server.url}/login?provider=evil&outcome=%3Cb%3Egone`);
  await expect(page.getByRole('heading', { level: 1, name: words.signIn.logIn })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a provider that is not configured is folded away and disabled, with the reason', {
  tag: '@full',
}, async ({ page, server, language, words }) => {
  const all = Object.values(PROVIDER_NAMES);
  const names = { '/login': all, '/register': [PROVIDER_NAMES.google] };
  for (const [path, off] of Object.entries(names)) {
    await page.goto(server.url + path);
    const list = new Intl.ListFormat(LOCALES[language]).format(off);
    const reason = filled(words.signIn.notConnected, { names: list });
    await expect(page.getByText(reason)).toBeHidden();
    await page.getByText(words.signIn.moreWays).click();
    await expect(page.getByText(reason)).toBeVisible();
    for (const provider of off) {
      const button = page.getByRole('button', { name: filled(words.signIn.continueWith, { provider }) });
      await expect(button).toBeDisabled();
      await expect(button).toHaveAccessibleDescription(reason);
    }
    await expect(page.getByRole('button', { name: named(words.signIn.continueWith) })).toBeEnabled();
  }
});

test('a typed e-mail survives re-authentication at the provider, but not a reload', { tag: '@full' }, async ({
  page,
  server,
  words,
  pageTexts,
  allowConsole,
}) => {
  allowConsole(/403 \(Forbidden\)/);
  const { email, proof } = words.account;
  await page.goto(`${server.url}/login`);
  await page.getByRole('button', { name: named(words.signIn.continueWith) }).click();
  await logInAtProvider(page, 'sara');
  await expectUrl(page, `${server.url}/dashboard`);
  await page.goto(`${server.url}/profile/account`);
  const error = { code: 'reauthentication-needed', message: '' };
  const late = { status: 403, json: { error } };
  await interceptNext(page, `**${calls.changeEmail.path}`, (route) => route.fulfill(late));
  await page.getByLabel(email.new).fill('ny@example.org');
  await page.getByRole('button', { name: email.change }).click();
  const asked = page.getByRole('dialog', { name: proof.title });
  await expect(asked).toContainText(proof.byService);
  await asked.getByRole('button', { name: named(words.signIn.continueWith) }).click();
  await logInAtProvider(page, 'sara');
  await expect(
    page.getByRole('status').getByText(pageTexts.providers.onAccount.reauthenticated),
  ).toBeVisible();
  await expect(page.getByLabel(email.new)).toHaveValue('ny@example.org');
  await page.reload();
  await expect(page.getByLabel(email.new)).toHaveValue('');
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});
