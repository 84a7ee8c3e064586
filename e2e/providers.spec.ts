import { expect, type Page } from '@playwright/test';
import { LOCALES } from '#domain/language.ts';
import { type Account, calls } from '#domain/protocol/calls.ts';
import { PROVIDER_NAMES } from '#domain/protocol/providers.ts';
import { allowConsole } from '#tests/support/browser/journey.ts';
import { HouseholdOnPhone } from '#tests/support/people/household.ts';
import { invite as openInvite } from '#tests/support/people/two-parents.ts';
import { get } from '#tests/support/server/http.ts';
import { violationsOn } from './support/accessibility/axe.ts';
import { interceptNext } from './support/intercept.ts';
import { PROVIDER_NAME } from './support/oidc-provider.ts';
import { filled, person, type Words } from './support/parent.ts';
import { letInByCalls } from './support/parents.ts';
import { expectUrl, logInAtProvider } from './support/provider-log-in.ts';
import { untilRest } from './support/rest.ts';
import { settledFamily, signIn } from './support/signed-in.ts';
import { test } from './support/with-provider.ts';

test.setTimeout(300_000);
// Google and Facebook are not connected; a mail server is, which nobody listens at.
test.use({ settings: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'framme@example.org' } });

const FAILED = ['unreachable', 'refused', 'expired', 'unavailable'] as const;
const named = (text: string) => filled(text, { provider: PROVIDER_NAME });
const goOn = (page: Page, { signIn }: Words) =>
  page.getByRole('button', { name: named(signIn.continueWith) });

/** Signs up by the provider, as somebody whom it knows well. */
async function signUp(page: Page, url: string, words: Words): Promise<void> {
  await page.goto(`${url}/login`);
  await goOn(page, words).click();
  await logInAtProvider(page, 'sara');
  await expectUrl(page, `${url}/dashboard`);
}

test('a parent signs up by a provider, reaches the asked page, and signs in again', async ({ parent }) => {
  const { page, words, url } = parent;
  await page.goto(`${url}/history`);
  await expect(page).toHaveURL(`${url}/login`);
  await goOn(page, words).click();
  await logInAtProvider(page, 'sara');
  await expectUrl(page, `${url}/history`);
  await expect(page.getByRole('heading', { level: 1, name: words.common.nav.history })).toBeVisible();
  await page.goto(`${url}/profile`);
  await expect(page.getByLabel(words.profileForm.email)).toHaveValue('sara@example.org');
  await expect(page.getByLabel(words.profileForm.firstName)).toHaveValue('Sara');
  // A question that is on its way as the session ends is answered so.
  allowConsole(/401 \(Unauthorized\) \(.*\/api\/follow/);
  await parent.logOut();
  await page.goto(`${url}/login`);
  await goOn(page, words).click();
  await expectUrl(page, `${url}/dashboard`);
});

test('sign-up by a provider asks for a missing e-mail, and goes on', { tag: '@full' }, async ({ parent }) => {
  const { page, words, url } = parent;
  await page.goto(url);
  await page.getByRole('main').getByRole('button', { name: words.common.checkIn, exact: true }).click();
  await page.getByRole('dialog').getByRole('link', { name: words.signIn.createAccount }).click();
  await goOn(page, words).click();
  await logInAtProvider(page, 'nomail');
  await expect(page).toHaveURL(/\/register\/finish/);
  await expect(page.getByLabel(words.signIn.firstName)).toHaveValue('Nils');
  const create = page.getByRole('main').getByRole('button', { name: words.signIn.createAccount });
  await create.click();
  await expect(parent.shown(words.signIn.missing.email)).toBeVisible();
  await page.getByLabel(words.signIn.email).fill('nils@example.org');
  await create.click();
  await expectUrl(page, `${url}/`);
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a sign-up by a provider on a device of another family shows none of its data', {
  tag: '@full',
}, async ({ page, server, parent, language, words, context }) => {
  allowConsole(/401 \(Unauthorized\)/);
  await signIn(context, await settledFamily(server.url, language), server.url);
  await page.goto(`${server.url}/dashboard`);
  await expect(parent.shown('Ella').first()).toBeVisible();
  await context.clearCookies();
  await page.goto(`${server.url}/dashboard`);
  await expect(page).toHaveURL(`${server.url}/login`);
  await goOn(page, words).click();
  await logInAtProvider(page, 'unchecked');
  await page.getByRole('main').getByRole('button', { name: words.signIn.createAccount }).click();
  await expectUrl(page, `${server.url}/dashboard`);
  await expect(page.getByRole('heading', { level: 1, name: words.common.nav.dashboard })).toBeVisible();
  for (const name of ['Ella', 'Noah']) await expect(parent.shown(name)).toHaveCount(0);
});

test('only the account page connects and disconnects a provider', { tag: '@full' }, async ({ parent }) => {
  const { page, words, url } = parent;
  // The account page may be asking for its lists while its parent logs out.
  allowConsole(/403 \(Forbidden\)|401 \(Unauthorized\)/);
  const { services, proof } = words.account;
  const { outcomes, onAccount } = words.providers;
  const maja = { ...person('Maja', 'Lind'), email: 'maja.lind@example.org' };
  await parent.settle(url, maja);
  await parent.logOut();

  await test.step('cancelled, and not connected', async () => {
    await page.goto(`${url}/history`);
    await goOn(page, words).click();
    await logInAtProvider(page, undefined);
    await expect(page.getByRole('alert')).toHaveText(named(outcomes.cancelled));
    await goOn(page, words).click();
    await logInAtProvider(page, 'maja');
    await expect(page.getByRole('alert')).toHaveText(named(outcomes['not-connected']));
    await parent.logIn(maja);
    await expectUrl(page, `${url}/history`);
  });

  await test.step('connected, which signs in', async () => {
    await page.goto(`${url}/profile/account`);
    await page.getByRole('button', { name: named(services.connectNamed) }).click();
    await expect(page.getByRole('status').getByText(named(onAccount.connected))).toBeVisible();
    await parent.logOut();
    await page.goto(`${url}/login`);
    await goOn(page, words).click();
    await expectUrl(page, `${url}/dashboard`);
  });

  await test.step('disconnected', async () => {
    await page.goto(`${url}/profile/account`);
    await page.getByRole('button', { name: named(services.disconnectNamed) }).click();
    // The provider may have signed Maja in without asking for credentials.
    const question = page.getByRole('dialog', { name: proof.title });
    await question.getByLabel(proof.password).fill(maja.password);
    await question.getByRole('button', { name: proof.confirm }).click();
    await expect(page.getByRole('button', { name: named(services.connectNamed) })).toBeVisible();
  });
});

test('a parent without a password re-authenticates at the provider, keeps what was typed, and can delete the account', {
  tag: '@full',
}, async ({ page, server, parent, words }) => {
  allowConsole(/401 \(Unauthorized\)|403 \(Forbidden\)|409 \(Conflict\)/);
  const { email, proof, services } = words.account;
  const { ownData } = words;
  const { onAccount } = words.providers;
  const reauthenticate = async () => {
    const asked = page.getByRole('dialog', { name: proof.title });
    await expect(asked).toContainText(proof.byService);
    await asked.getByRole('button', { name: named(words.signIn.continueWith) }).click();
    await logInAtProvider(page, 'sara');
    await expect(page.getByRole('status').getByText(onAccount.reauthenticated)).toBeVisible();
  };
  await signUp(page, server.url, words);

  await test.step('a typed e-mail survives that, but not a reload', async () => {
    await page.goto(`${server.url}/profile/account`);
    const error = { code: 'reauthentication-needed', message: '' };
    const late = { status: 403, json: { error } };
    await interceptNext(page, `**${calls.changeEmail.path}`, (route) => route.fulfill(late));
    await page.getByLabel(email.new).fill('ny@example.org');
    await page.getByRole('button', { name: email.change }).click();
    await reauthenticate();
    await expect(page.getByLabel(email.new)).toHaveValue('ny@example.org');
    await page.reload();
    await expect(page.getByLabel(email.new)).toHaveValue('');
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  await test.step('the last sign-in method cannot be removed, nor be another family’s too', async () => {
    await page.getByRole('button', { name: named(services.disconnectNamed) }).click();
    await expect(page.getByRole('alert')).toHaveText(services.lastSignInMethod);
    // A list that is still asked for would be refused.
    await untilRest(page);
    await parent.logOut();
    await parent.settle(server.url, person('Bo', 'Ek'));
    await page.goto(`${server.url}/profile/account`);
    await page.getByRole('button', { name: named(services.connectNamed) }).click();
    await expect(page.getByRole('alert')).toHaveText(named(onAccount['already-used']));
    await untilRest(page);
    await parent.logOut();
  });

  await test.step('deleted', async () => {
    await page.goto(`${server.url}/login`);
    await goOn(page, words).click();
    await expectUrl(page, `${server.url}/dashboard`);
    await page.goto(`${server.url}/profile/data`);
    const confirm = async () => {
      await page.getByRole('button', { name: ownData.delete.title }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: ownData.delete.confirm }).click();
    };
    await confirm();
    await reauthenticate();
    await confirm();
    await expect(page.getByRole('alertdialog')).toContainText(ownData.delete.gone);
  });
});

test('every failed authorization is explained on the page where it began', { tag: '@full' }, async ({
  page,
  context,
  server,
  language,
  words,
}) => {
  const { outcomes, onAccount } = words.providers;
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
  await said('/profile/account', 'someone-else', onAccount['someone-else']);
  await expectAccessible();
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
    await expect(goOn(page, words)).toBeEnabled();
  }
});

test('an invitation waits in its tab while its holder signs in, and shows who it is, at another service', {
  tag: '@full',
}, async ({ page, server, language, words }) => {
  allowConsole(/403 \(Forbidden\)/);
  const { join, account } = words;
  const home = await settledFamily(server.url, language);
  await page.goto(`${server.url}/join#${await openInvite(home)}`);
  await page.getByRole('main').getByRole('link', { name: words.common.nav.signIn, exact: true }).click();
  await goOn(page, words).click();
  await logInAtProvider(page, 'sara');
  await expectUrl(page, `${server.url}/join`);
  await page.getByRole('button', { name: join.ask }).click();
  await expect(
    page.getByRole('status').filter({ hasText: filled(join.asked, { name: 'Astrid' }) }),
  ).toBeVisible();
  // Joining deletes it, so that the page asks who it is.
  const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`);
  const cookie = cookies.join('; ');
  const known = (await get(server.url, calls.whoAmI.path, { cookie })).body as { account: Account };
  await new HouseholdOnPhone(server.url, known.account, cookie).addChild('Kim');
  await letInByCalls(home, known.account.uid);
  await page.getByRole('button', { name: join.join }).click();
  const asked = page.getByRole('dialog', { name: account.proof.title });
  await asked.getByRole('button', { name: named(words.signIn.continueWith) }).click();
  await logInAtProvider(page, 'sara');
  await expectUrl(page, `${server.url}/join`);
  await page.getByRole('button', { name: join.join }).click();
  await expect(page.getByText('Ella').first()).toBeVisible();
});
