import { expect, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import { emailKey } from '#server/email-key.ts';
import { anotherDevice, signedIn } from '#tests/support/people/devices.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import {
  addPasskey,
  bodyOf,
  type CreationReply,
  makeCodes,
  passFirstFactor,
  postCall,
  type RequestReply,
  strictFamily,
} from '#tests/support/people/passkey-family.ts';
import { SoftPasskey } from '#tests/support/people/soft-passkey.ts';
import { startApp } from '#tests/support/server/app.ts';
import { startAppWithMail } from '#tests/support/server/app-with-mail.ts';
import { startAppWithProviders } from '#tests/support/server/app-with-providers.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';
import { secretIn } from '#tests/support/server/mail-server.ts';
import { KNOWN_PERSON, startMockOpenIdProvider } from '#tests/support/server/mock-openid-provider.ts';
import { OAuthBrowser } from '#tests/support/server/oauth-browser.ts';
import { createOneTimeLinks } from '../mail/one-time-links.ts';

type Browser = { url: string; cookie: string | undefined };

async function takeSecondFactor(browser: Browser, passkey: SoftPasskey) {
  const { options } = bodyOf<RequestReply>(await postCall(browser, 'secondFactorOptions'));
  return postCall(browser, 'secondFactor', { response: passkey.use(options) });
}

test('a recovery link sets the password but does not skip the required passkey', async () => {
  const { app, waitForMail } = await startAppWithMail();
  const { family, passkey } = await strictFamily(app.url, undefined, async (one) =>
    postCall(one, 'verifyEmail', { token: secretIn(await waitForMail('verification')) }),
  );
  const waiting = await passFirstFactor(family);
  await postJson(app.url, calls.askRecovery.path, { email: family.account.email });
  const token = secretIn(await waitForMail('recovery'));
  const answer = await postJson(app.url, calls.recover.path, { token, password: 'en-helt-ny-🚲' });
  expect([answer.status, answer.body]).toEqual([200, { next: 'passkey' }]);
  const browser = { url: app.url, cookie: answer.cookie };
  const nobody = await get(app.url, calls.whoAmI.path, { cookie: answer.cookie ?? '' });
  expect(nobody.body).toEqual({ account: null });
  expect(codeOf(await postCall(waiting, 'secondFactorOptions'))).toBe('second-factor-over');
  expect((await takeSecondFactor(browser, passkey)).body).toEqual({ account: family.account });
});

test('a provider sign-in does not skip a required passkey, and leads to the page that asks for it', async () => {
  const linkedin = await startMockOpenIdProvider();
  linkedin.changeToken = (token) => delete token.nonce;
  linkedin.person = { ...KNOWN_PERSON, email_verified: 'true' };
  const app = await startAppWithProviders({ linkedin: linkedin.url });
  const first = new OAuthBrowser(app.url);
  expect(await first.completeFlow('linkedin')).toBe('/signed-in');
  const account = await first.whoAmI();
  const browser = browserOf(first);
  const passkey = new SoftPasskey(app.url);
  const { options } = bodyOf<CreationReply>(await postCall(browser, 'passkeyOptions'));
  bodyOf(await postCall(browser, 'addPasskey', { response: passkey.make(options) }));
  bodyOf(await postCall(browser, 'renewRecoveryCodes'));
  bodyOf(await postCall(browser, 'requirePasskey', { required: true }));
  const again = new OAuthBrowser(app.url);
  expect(await again.completeFlow('linkedin', { from: '/history' })).toBe(
    '/login?step=passkey&from=%2Fhistory',
  );
  expect(await again.whoAmI()).toBeNull();
  expect((await takeSecondFactor(browserOf(again), passkey)).body).toEqual({ account });
});

function browserOf({ url, cookies }: OAuthBrowser): Browser {
  return { url, cookie: [...cookies].map((pair) => pair.join('=')).join('; ') };
}

test.each([
  [false, { next: 'passkey' }],
  [true, { account: expect.any(Object) }],
])('a recovery link by the host with withoutPasskey %j answers %j', async (withoutPasskey, expected) => {
  const { url, store } = await startApp();
  const { family } = await strictFamily(url);
  const { uid, email } = family.account;
  const links = createOneTimeLinks(store, Date.now, () => url);
  const link = await links.create('recovery', uid, {
    emailKey: emailKey(email),
    isByHost: true,
    withoutPasskey,
  });
  const token = new URL(link).hash.slice(1);
  const answer = await postJson(url, calls.recover.path, { token, password: 'en-helt-ny-🚲' });
  expect(answer.body).toEqual(expected);
  const again = await postJson(url, calls.logIn.path, { email, password: 'en-helt-ny-🚲' });
  expect(again.body).toEqual(expected);
});

test('requiring a passkey signs out all other sessions, which then cannot turn it off', async () => {
  const { url } = await startApp();
  const family = await registerHousehold(url);
  await addPasskey(family);
  await makeCodes(family);
  const thief = await anotherDevice(family);
  const demand = (phone: Browser, required: boolean) => postCall(phone, 'requirePasskey', { required });
  bodyOf(await demand(family, true));
  expect(codeOf(await demand(thief, false))).toBe('not-signed-in');
  expect(await signedIn(family, thief)).toEqual([true, false]);
  const tablet = await passFirstFactor(family);
  expect(tablet.answer.body).toEqual({ next: 'passkey' });
});
