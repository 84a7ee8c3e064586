import { expect } from '@playwright/test';
import { PROVIDER_NAME } from './support/oidc-provider.ts';
import { filled, person } from './support/parent.ts';
import { expectUrl, logInAtProvider } from './support/provider-log-in.ts';
import { untilRest, watchRequests } from './support/rest.ts';
import { test } from './support/with-provider.ts';

test.setTimeout(300_000);

test('a parent signs up by a provider, reaches the requested page, and can sign in by it again', async ({
  page,
  server,
  parent,
  words,
}) => {
  const button = filled(words.signIn.continueWith, { provider: PROVIDER_NAME });
  await page.goto(`${server.url}/history`);
  await expect(page).toHaveURL(`${server.url}/login`);
  await page.getByRole('button', { name: button }).click();
  await logInAtProvider(page, 'sara');
  await expectUrl(page, `${server.url}/history`);
  await expect(page.getByRole('heading', { level: 1, name: words.history.title })).toBeVisible();
  watchRequests(page);
  await page.goto(`${server.url}/profile`);
  await expect(page.getByLabel(words.profile.email)).toHaveValue('sara@example.org');
  await expect(page.getByLabel(words.profile.firstName)).toHaveValue('Sara');
  // A question that is on its way as the session ends is answered 401, which the browser names.
  await untilRest(page);
  await parent.logOut();
  await page.goto(`${server.url}/login`);
  await page.getByRole('button', { name: button }).click();
  await expectUrl(page, `${server.url}/dashboard`);
});

test('a sign-up by a provider asks for a missing e-mail and reopens the modal', { tag: '@full' }, async ({
  page,
  server,
  parent,
  words,
}) => {
  await page.goto(server.url);
  await page.getByRole('main').getByRole('button', { name: words.common.checkIn, exact: true }).click();
  await page.getByRole('dialog').getByRole('link', { name: words.signIn.createAccount }).click();
  await page
    .getByRole('button', { name: filled(words.signIn.continueWith, { provider: PROVIDER_NAME }) })
    .click();
  await logInAtProvider(page, 'nomail');
  await expect(page).toHaveURL(/\/register\/finish/);
  await expect(page.getByLabel(words.signIn.firstName)).toHaveValue('Nils');
  const create = page.getByRole('main').getByRole('button', { name: words.signIn.createAccount });
  await create.click();
  await expect(parent.shown(words.signIn.missing.email)).toBeVisible();
  await page.getByLabel(words.signIn.email).fill('nils@example.org');
  await create.click();
  await expectUrl(page, `${server.url}/`);
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('after a cancelled authorization a password log-in leads to the requested page', {
  tag: '@full',
}, async ({ page, server, parent, words, pageTexts }) => {
  const maja = person('Maja', 'Lind');
  await parent.settle(server.url, maja);
  await parent.logOut();
  await page.goto(`${server.url}/history`);
  await page
    .getByRole('button', { name: filled(words.signIn.continueWith, { provider: PROVIDER_NAME }) })
    .click();
  await logInAtProvider(page, undefined);
  const { cancelled } = pageTexts.providers.outcomes;
  await expect(page.getByRole('alert')).toHaveText(filled(cancelled, { provider: PROVIDER_NAME }));
  await parent.logIn(maja);
  await expect(page).toHaveURL(`${server.url}/history`);
});

test('a provider is connected and disconnected only on the account page', { tag: '@full' }, async ({
  page,
  server,
  parent,
  words,
  pageTexts,
  allowConsole,
}) => {
  // The account page may be asking for its lists while its parent logs out.
  allowConsole(/403 \(Forbidden\)|401 \(Unauthorized\)/);
  const button = filled(words.signIn.continueWith, { provider: PROVIDER_NAME });
  const { services, proof } = words.account;
  const named = (text: string) => filled(text, { provider: PROVIDER_NAME });
  const maja = { ...person('Maja', 'Lind'), email: 'maja.lind@example.org' };
  await parent.settle(server.url, maja);
  await parent.logOut();
  await page.goto(`${server.url}/login`);
  await page.getByRole('button', { name: button }).click();
  await logInAtProvider(page, 'maja');
  await expect(page.getByRole('alert')).toHaveText(named(pageTexts.providers.outcomes.notConnected));
  await parent.logIn(maja);
  await expectUrl(page, `${server.url}/dashboard`);
  await page.goto(`${server.url}/profile/account`);
  await page.getByRole('button', { name: named(services.connectNamed) }).click();
  await expect(
    page.getByRole('status').getByText(named(pageTexts.providers.onAccount.connected)),
  ).toBeVisible();
  await parent.logOut();
  await page.goto(`${server.url}/login`);
  await page.getByRole('button', { name: button }).click();
  await expectUrl(page, `${server.url}/dashboard`);
  await page.goto(`${server.url}/profile/account`);
  await page.getByRole('button', { name: named(services.disconnectNamed) }).click();
  // The provider may have signed Maja in without asking for credentials.
  const question = page.getByRole('dialog', { name: proof.title });
  await question.getByLabel(proof.password).fill(maja.password);
  await question.getByRole('button', { name: proof.confirm }).click();
  await expect(page.getByRole('button', { name: named(services.connectNamed) })).toBeVisible();
});

test('an identity linked to another family is refused, and the last sign-in method cannot be removed', {
  tag: '@full',
}, async ({ page, server, parent, words, pageTexts, allowConsole }) => {
  allowConsole(/409 \(Conflict\)/);
  const { services } = words.account;
  const named = (text: string) => filled(text, { provider: PROVIDER_NAME });
  await page.goto(`${server.url}/login`);
  await page.getByRole('button', { name: named(words.signIn.continueWith) }).click();
  await logInAtProvider(page, 'sara');
  await expectUrl(page, `${server.url}/dashboard`);
  await page.goto(`${server.url}/profile/account`);
  await page.getByRole('button', { name: named(services.disconnectNamed) }).click();
  await expect(page.getByRole('alert')).toHaveText(services.lastSignInMethod);
  // A list that is still asked for would be refused.
  await untilRest(page);
  await parent.logOut();
  await parent.settle(server.url, person('Bo', 'Ek'));
  await page.goto(`${server.url}/profile/account`);
  await page.getByRole('button', { name: named(services.connectNamed) }).click();
  await expect(page.getByRole('alert')).toHaveText(named(pageTexts.providers.onAccount.alreadyUsed));
});

test('a parent without a password re-authenticates at the provider to delete the account', {
  tag: '@full',
}, async ({ page, server, words, pageTexts, allowConsole }) => {
  allowConsole(/403 \(Forbidden\)|401 \(Unauthorized\)/);
  const { proof } = words.account;
  const { ownData } = words;
  const named = (text: string) => filled(text, { provider: PROVIDER_NAME });
  await page.goto(`${server.url}/login`);
  await page.getByRole('button', { name: named(words.signIn.continueWith) }).click();
  await logInAtProvider(page, 'sara');
  await expectUrl(page, `${server.url}/dashboard`);
  await page.goto(`${server.url}/profile/data`);
  const confirm = async () => {
    await page.getByRole('button', { name: ownData.delete.open }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: ownData.delete.confirm }).click();
  };
  await confirm();
  const asked = page.getByRole('dialog', { name: proof.title });
  await expect(asked).toContainText(proof.byService);
  await asked.getByRole('button', { name: named(words.signIn.continueWith) }).click();
  await logInAtProvider(page, 'sara');
  await expect(
    page.getByRole('status').getByText(pageTexts.providers.onAccount.reauthenticated),
  ).toBeVisible();
  await confirm();
  await expect(page.getByRole('alertdialog')).toContainText(ownData.delete.gone);
});

test('a sign-up by a provider on a device of another family shows none of its data', {
  tag: '@full',
}, async ({ page, server, parent, words, context, allowConsole }) => {
  allowConsole(/401 \(Unauthorized\)/);
  await parent.settle(server.url);
  await parent.follow(words.common.nav.profile);
  await parent.addChild('Noah', '2019-05-01');
  await expect(parent.shown('Noah').first()).toBeVisible();
  await context.clearCookies();
  await page.goto(`${server.url}/dashboard`);
  await expect(page).toHaveURL(`${server.url}/login`);
  await page
    .getByRole('button', { name: filled(words.signIn.continueWith, { provider: PROVIDER_NAME }) })
    .click();
  await logInAtProvider(page, 'unchecked');
  await page.getByRole('main').getByRole('button', { name: words.signIn.createAccount }).click();
  await expectUrl(page, `${server.url}/dashboard`);
  await expect(page.getByRole('heading', { level: 1, name: words.hereNow.title })).toBeVisible();
  await expect(parent.shown('Noah')).toHaveCount(0);
});
