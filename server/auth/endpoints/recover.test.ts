import { expect, test } from 'vitest';
import { accountIn, HouseholdOnPhone, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import type { AppUnderTest } from '#tests/support/server/app.ts';
import { startAppWithMail } from '#tests/support/server/app-with-mail.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';
import { linkIn, secretIn } from '#tests/support/server/mail-server.ts';

const NEW = 'en-helt-ny-🚲';
const MINUTE = 60_000;

const ask = ({ url }: AppUnderTest, email: string, headers = {}) =>
  postJson(url, '/api/ask-recovery', { email }, headers);
const recover = ({ url }: AppUnderTest, token: string, password = NEW) =>
  postJson(url, '/api/recover', { token, password });
const logIn = ({ url }: AppUnderTest, email: string, password: string) =>
  postJson(url, '/api/log-in', { email, password });

test('a recovery by mailed link sets a new password, signs in and ends every other session', async () => {
  const { app, waitForMail } = await startAppWithMail();
  const phone = await registerHousehold(app.url);
  const { email } = phone.account;
  expect((await ask(app, email.toUpperCase())).body).toEqual({});
  const mail = await waitForMail('recovery');
  expect(mail.recipients).toEqual([email]);
  expect(linkIn(mail)).toMatch(new RegExp(`^${app.url}/recover#[0-9a-z]{52}$`));
  const answer = await recover(app, secretIn(mail));
  expect(accountIn(answer)).toEqual(phone.account);
  const here = new HouseholdOnPhone(app.url, phone.account, answer.cookie ?? '');
  expect((await here.trySync()).status).toBe(200);
  expect((await phone.trySync()).status).toBe(401);
  expect(codeOf(await logIn(app, email, PASSWORD))).toBe('invalid-credentials');
  expect((await logIn(app, email, NEW)).status).toBe(200);
  expect((await get(app.url, '/api/my-email', { cookie: here.cookie })).body).toEqual({
    email,
    verified: true,
  });
  expect((await waitForMail('passwordChanged')).recipients).toEqual([email]);
});

test('an unknown address gets the same answer, and no mail', async () => {
  const { app, mails, waitForMail } = await startAppWithMail();
  const { account } = await registerHousehold(app.url);
  await waitForMail('verification');
  const known = await ask(app, account.email);
  const unknown = await ask(app, 'nobody@example.org');
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  const heads = [known, unknown].map(({ headers }) => [...headers.keys()].toSorted());
  expect(heads[1]).toEqual(heads[0]);
  await waitForMail('recovery');
  await ask(app, account.email);
  await waitForMail('recovery', 2);
  expect(mails.received.flatMap(({ recipients }) => recipients)).not.toContain('nobody@example.org');
});

test('a recovery link works once, also for concurrent attempts', async () => {
  const { app, waitForMail } = await startAppWithMail();
  const { account } = await registerHousehold(app.url);
  await ask(app, account.email);
  const secret = secretIn(await waitForMail('recovery'));
  const answers = await Promise.all(
    [1, 2, 3, 4].map((number) => recover(app, secret, `lösenord nummer ${number}`)),
  );
  const won = answers.findIndex(({ status }) => status === 200);
  const codes = answers.filter((_answer, index) => index !== won).map(codeOf);
  expect(codes).toEqual(['link-expired', 'link-expired', 'link-expired']);
  expect((await logIn(app, account.email, `lösenord nummer ${won + 1}`)).status).toBe(200);
  expect(codeOf(await recover(app, secret))).toBe('link-expired');
});

test('a recovery link expires after an hour, and with every other password change', async () => {
  const { app, waitForMail } = await startAppWithMail();
  const { account } = await registerHousehold(app.url);
  await ask(app, account.email);
  const first = secretIn(await waitForMail('recovery'));
  app.clock.ahead = 61 * MINUTE;
  const late = await recover(app, first);
  expect([late.status, codeOf(late)]).toEqual([410, 'link-expired']);
  await ask(app, account.email);
  const second = secretIn(await waitForMail('recovery', 2));
  await ask(app, account.email);
  const third = secretIn(await waitForMail('recovery', 3));
  expect((await recover(app, third)).status).toBe(200);
  expect(codeOf(await recover(app, second))).toBe('link-expired');
});

test.each(['', 'x', 'x'.repeat(43), '../../etc/passwd', '\u0000'])(
  'the secret %j is refused',
  async (token) => {
    const { app } = await startAppWithMail();
    expect(codeOf(await recover(app, token))).toBe('link-expired');
  },
);

test('an altered secret, or one of another kind of link, is refused, and the real one stays valid', async () => {
  const { app, waitForMail } = await startAppWithMail();
  const { account } = await registerHousehold(app.url);
  const verifying = secretIn(await waitForMail('verification'));
  expect(codeOf(await recover(app, verifying))).toBe('link-expired');
  await ask(app, account.email);
  const secret = secretIn(await waitForMail('recovery'));
  const altered = (secret.startsWith('A') ? 'B' : 'A') + secret.slice(1);
  expect(codeOf(await recover(app, altered))).toBe('link-expired');
  for (const path of ['/api/verify-email', '/api/confirm-email'])
    expect(codeOf(await postJson(app.url, path, { token: secret }))).toBe('link-expired');
  expect((await recover(app, secret)).status).toBe(200);
});

test('a too short password does not use up the link', async () => {
  const { app, waitForMail } = await startAppWithMail();
  const { account } = await registerHousehold(app.url);
  await ask(app, account.email);
  const secret = secretIn(await waitForMail('recovery'));
  expect(codeOf(await recover(app, secret, '12345'))).toBe('weak-password');
  expect((await recover(app, secret)).status).toBe(200);
});
