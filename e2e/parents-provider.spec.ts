import { createHash } from 'node:crypto';
import { expect } from '@playwright/test';
import { makeId } from '#domain/ids.ts';
import { type Account, type CallReply, calls } from '#domain/protocol/calls.ts';
import { HouseholdOnPhone } from '#tests/support/people/household.ts';
import { PROVIDER_NAME } from './support/oidc-provider.ts';
import { filled } from './support/parent.ts';
import { letInByCalls } from './support/parents.ts';
import { expectUrl, logInAtProvider } from './support/provider-log-in.ts';
import { settledFamily } from './support/signed-in.ts';
import { test } from './support/with-provider.ts';

test.setTimeout(300_000);

test('an invitation waits in its tab while its holder signs in, and shows who it is, at another service', {
  tag: '@full',
}, async ({ page, server, language, words, allowConsole }) => {
  allowConsole(/403 \(Forbidden\)/);
  const { join, account } = words;
  const button = filled(words.signIn.continueWith, { provider: PROVIDER_NAME });
  const home = await settledFamily(server.url, language);
  const secret = makeId(crypto.getRandomValues(new Uint8Array(32)));
  const hash = createHash('sha256').update(secret).digest('base64url');
  await home.post(calls.inviteParent.path, { hash, household: home.account.household });
  await page.goto(`${server.url}/join#${secret}`);
  await page.getByRole('main').getByRole('link', { name: words.signIn.logIn, exact: true }).click();
  await page.getByRole('button', { name: button }).click();
  await logInAtProvider(page, 'sara');
  await expectUrl(page, `${server.url}/join`);
  await page.getByRole('button', { name: join.ask }).click();
  await expect(
    page.getByRole('status').filter({ hasText: filled(join.asked, { name: 'Astrid' }) }),
  ).toBeVisible();
  const parents = await fetch(server.url + calls.parents.path, { headers: { cookie: home.cookie } });
  const { invitation } = (await parents.json()) as CallReply<'parents'>;
  const uid = invitation?.asked?.uid ?? '';
  // Joining deletes it, so that the page asks who it is.
  const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`);
  const cookie = cookies.join('; ');
  const known = await fetch(`${server.url}/api/who-am-i`, { headers: { cookie } });
  const own = ((await known.json()) as { account: Account }).account;
  await new HouseholdOnPhone(server.url, own, cookie).addChild('Kim');
  await letInByCalls(home, uid);
  await page.getByRole('button', { name: join.join }).click();
  const asked = page.getByRole('dialog', { name: account.proof.title });
  await asked.getByRole('button', { name: button }).click();
  await logInAtProvider(page, 'sara');
  await expectUrl(page, `${server.url}/join`);
  await page.getByRole('button', { name: join.join }).click();
  await expect(page.getByText('Ella').first()).toBeVisible();
});
