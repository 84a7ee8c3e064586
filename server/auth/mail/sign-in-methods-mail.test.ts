import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { addPasskey, bodyOf, makeCodes, postCall } from '#tests/support/people/passkey-family.ts';
import { until } from '#tests/support/server/app.ts';
import { type AppWithMail, startAppWithMail } from '#tests/support/server/app-with-mail.ts';
import { startAppWithProviders } from '#tests/support/server/app-with-providers.ts';
import { codeOf } from '#tests/support/server/http.ts';
import { startMailServer } from '#tests/support/server/mail-server.ts';
import { startMockOpenIdProvider } from '#tests/support/server/mock-openid-provider.ts';
import { OAuthBrowser } from '#tests/support/server/oauth-browser.ts';
import { mailTranslations } from '../../mail/render-mail.ts';

const { subject } = mailTranslations.sv.templates.signInMethodsChanged;
const noticesIn = ({ mails }: AppWithMail) =>
  mails.received.filter(({ mail }) => mail.subject === subject).length;

test('every change of the sign-in methods is mailed, in words of its own if it takes one away', async () => {
  const here = await startAppWithMail();
  const family = await registerHousehold(here.app.url);
  const { passkey } = await addPasskey(family);
  const mail = await here.waitForMail('signInMethodsChanged');
  expect(mail.recipients).toEqual([family.account.email]);
  expect(mail.mail.text).toContain(`${here.app.url}/profile/account`);
  await makeCodes(family);
  await here.waitForMail('signInMethodsChanged', 2);
  await here.app.store.verifyEmail(family.account.uid, family.account.email, new Date().toISOString());
  const requires = async (required: boolean) =>
    bodyOf(await postCall(family, 'requirePasskey', { required }));
  await requires(true);
  await requires(true);
  await here.waitForMail('passkeyRequired');
  await requires(false);
  await requires(false);
  await here.waitForMail('passkeyNotRequired');
  bodyOf(await postCall(family, 'removePasskey', { id: passkey.id }));
  await here.waitForMail('passkeyRemoved');
  expect(codeOf(await postCall(family, 'removePasskey', { id: passkey.id }))).toBe('not-found');
  await here.app.stop();
  const { length } = here.mails.received;
  // With the mail that verifies the address.
  expect([noticesIn(here), length]).toEqual([2, 6]);
});

test('mails about changed sign-in methods are limited in number', async () => {
  const here = await startAppWithMail();
  const family = await registerHousehold(here.app.url);
  for (let i = 0; i < 12; i += 1) await makeCodes(family);
  await here.waitForMail('signInMethodsChanged', 10);
  await here.app.stop();
  expect(noticesIn(here)).toBe(10);
});

test('a newly connected provider is mailed once, and a disconnected one', async () => {
  const [mails, google] = [await startMailServer(), await startMockOpenIdProvider()];
  onTestFinished(mails.stop);
  const app = await startAppWithProviders({ google: google.url }, { env: mails.env });
  const family = await registerHousehold(app.url);
  const browser = OAuthBrowser.signedIn(family);
  const notices = () => mails.received.filter(({ mail }) => mail.subject === subject);
  for (let i = 0; i < 2; i += 1)
    expect(await browser.completeFlow('google', { purpose: 'connect' })).toContain('outcome=connected');
  await until(() => notices().length > 0);
  for (let i = 0; i < 2; i += 1) bodyOf(await postCall(family, 'disconnectProvider', { provider: 'google' }));
  const { subject: gone } = mailTranslations.sv.templates.providerDisconnected;
  const farewells = () => mails.received.filter(({ mail }) => mail.subject === gone);
  await until(() => farewells().length > 0);
  await app.stop();
  expect(farewells()).toHaveLength(1);
  expect(notices().map(({ recipients }) => recipients)).toEqual([[family.account.email]]);
});

test('a security mail is sent even if the client disconnects before the reply', async () => {
  const here = await startAppWithMail();
  const family = await registerHousehold(here.app.url);
  await sendAndDisconnect(family, calls.changePassword.path, { password: 'korrekt häst batteri' });
  const mail = await here.waitForMail('passwordChanged');
  expect(mail.recipients).toEqual([family.account.email]);
});

/** Sends a request and disconnects before the reply. */
async function sendAndDisconnect(
  { url, cookie }: HouseholdOnPhone,
  path: string,
  message: object,
): Promise<void> {
  const body = Buffer.from(JSON.stringify(message));
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: ${new URL(url).host}`,
    `origin: ${url}`,
    `cookie: ${cookie}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
  ];
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(body, () => socket.destroy());
  await once(socket, 'close');
}
