import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '#domain/time.ts';
import { accountIn, HouseholdOnPhone, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import type { AppUnderTest } from '#tests/support/server/app.ts';
import { shareAppWithMail } from '#tests/support/server/app-with-mail.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';
import { codeIn, linkIn, secretIn } from '#tests/support/server/mail-server.ts';

const NEW = 'en-helt-ny-🚲';

const here = shareAppWithMail();
const family = async () => ({ ...here(), ...(await registerHousehold(here().app.url)) });

const ask = ({ url }: AppUnderTest, email: string, request?: string) =>
  postJson(url, '/api/ask-recovery', { email, ...(request !== undefined && { request }) });
const recover = ({ url }: AppUnderTest, token: string, password = NEW) =>
  postJson(url, '/api/recover', { token, password });
const logIn = ({ url }: AppUnderTest, email: string, password: string) =>
  postJson(url, '/api/log-in', { email, password });

test('a recovery by mailed link sets a new password, signs in and ends every other session', async () => {
  const { app, mailTo } = here();
  const phone = await registerHousehold(app.url);
  const { email } = phone.account;
  expect((await ask(app, email.toUpperCase())).body).toEqual({});
  const mail = await mailTo(email, 'recovery');
  expect(linkIn(mail)).toMatch(new RegExp(`^${app.url}/recover#[0-9a-z]{52}$`));
  const answer = await recover(app, secretIn(mail));
  expect(accountIn(answer)).toEqual(phone.account);
  const owner = new HouseholdOnPhone(app.url, phone.account, answer.cookie ?? '');
  expect((await owner.trySync()).status).toBe(200);
  expect((await phone.trySync()).status).toBe(401);
  expect(codeOf(await logIn(app, email, PASSWORD))).toBe('invalid-credentials');
  expect((await logIn(app, email, NEW)).status).toBe(200);
  expect((await get(app.url, '/api/my-email', { cookie: owner.cookie })).body).toEqual({
    email,
    verified: true,
  });
  await mailTo(email, 'passwordChanged');
  expect(codeOf(await recover(app, secretIn(mail)))).toBe('link-expired');
});

test('an unknown address gets the same answer, and no mail', async () => {
  const { app, mails, mailTo, account } = await family();
  await mailTo(account.email, 'verification');
  const known = await ask(app, account.email);
  const unknown = await ask(app, 'nobody@example.org');
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  const heads = [known, unknown].map(({ headers }) => [...headers.keys()].toSorted());
  expect(heads[1]).toEqual(heads[0]);
  await mailTo(account.email, 'recovery');
  await ask(app, account.email);
  await mailTo(account.email, 'recovery', 2);
  expect(mails.received.flatMap(({ recipients }) => recipients)).not.toContain('nobody@example.org');
});

test('a recovery link expires after an hour, and with every other password change', async () => {
  const { app, mailTo, account } = await family();
  await ask(app, account.email);
  const first = secretIn(await mailTo(account.email, 'recovery'));
  app.clock.ahead += 61 * MINUTE_MS;
  expect(codeOf(await recover(app, first))).toBe('link-expired');
  await ask(app, account.email);
  const second = secretIn(await mailTo(account.email, 'recovery', 2));
  await ask(app, account.email);
  const third = secretIn(await mailTo(account.email, 'recovery', 3));
  expect((await recover(app, third)).status).toBe(200);
  expect(codeOf(await recover(app, second))).toBe('link-expired');
});

test('an altered secret, one of another kind of link, or a too short password is refused, and the link stays valid', async () => {
  const { app, mailTo, account } = await family();
  const verifying = secretIn(await mailTo(account.email, 'verification'));
  expect(codeOf(await recover(app, verifying))).toBe('link-expired');
  await ask(app, account.email);
  const secret = secretIn(await mailTo(account.email, 'recovery'));
  const altered = (secret.startsWith('a') ? 'b' : 'a') + secret.slice(1);
  for (const token of [altered, '', 'x'.repeat(43), '../../etc/passwd', '\u0000'])
    expect(codeOf(await recover(app, token))).toBe('link-expired');
  for (const path of ['/api/verify-email', '/api/confirm-email'])
    expect(codeOf(await postJson(app.url, path, { token: secret }))).toBe('link-expired');
  expect(codeOf(await recover(app, secret, '12345'))).toBe('weak-password');
  expect((await recover(app, secret)).status).toBe(200);
});

/** The secret of a device that asks for a recovery. */
const aDevice = () => randomBytes(32).toString('base64url');
const look = ({ url }: AppUnderTest, token: string) =>
  postJson(url, '/api/mailed-link', { kind: 'recovery', token });

test('the code of the mail recovers the account on the device that asked for it', async () => {
  const { app, mailTo } = here();
  const phone = await registerHousehold(app.url);
  const device = aDevice();
  expect((await ask(app, phone.account.email, device)).body).toEqual({});
  const mail = await mailTo(phone.account.email, 'recovery');
  const code = codeIn(mail);
  expect(code).toMatch(/^\d{8}$/);
  expect((await look(app, `${device}.${code}`)).body).toMatchObject({ isSignedIn: false });
  expect(accountIn(await recover(app, `${device}.${code}`))).toEqual(phone.account);
  expect((await phone.trySync()).status).toBe(401);
  expect((await logIn(app, phone.account.email, NEW)).status).toBe(200);
  const used = [await recover(app, `${device}.${code}`), await recover(app, secretIn(mail))];
  expect(used.map(codeOf)).toEqual(['code-refused', 'link-expired']);
});

test('the code opens nothing for anybody else: on another device, without a secret, or as a link', async () => {
  const { app, mailTo, account } = await family();
  const device = aDevice();
  await ask(app, account.email, device);
  const code = codeIn(await mailTo(account.email, 'recovery'));
  const stranger = aDevice();
  await ask(app, 'nobody@example.org', stranger);
  const answers = [`${stranger}.${code}`, `.${code}`, code, device, `${device}.`];
  for (const token of answers) expect((await recover(app, token)).status, token).toBeGreaterThanOrEqual(400);
  expect(codeOf(await recover(app, `${stranger}.${code}`))).toBe('code-refused');
  expect((await logIn(app, account.email, PASSWORD)).status).toBe(200);
});

test('a code recovers its own account and no other one', async () => {
  const { app, mailTo } = here();
  const [lind, berg] = [await registerHousehold(app.url), await registerHousehold(app.url)];
  const [one, other] = [aDevice(), aDevice()];
  await ask(app, lind.account.email, one);
  const code = codeIn(await mailTo(lind.account.email, 'recovery'));
  await ask(app, berg.account.email, other);
  await mailTo(berg.account.email, 'recovery');
  expect(codeOf(await recover(app, `${other}.${code}`))).toBe('code-refused');
  expect(accountIn(await recover(app, `${one}.${code}`))).toEqual(lind.account);
  expect((await logIn(app, berg.account.email, PASSWORD)).status).toBe(200);
});

test('guessing a recovery code is limited, also where there is no account', async () => {
  const { app, mailTo, account } = await family();
  const [device, other] = [aDevice(), aDevice()];
  await ask(app, account.email, device);
  const code = codeIn(await mailTo(account.email, 'recovery'));
  await ask(app, 'nobody@example.org', other);
  const wrong = String((Number(code) + 1) % 1e8).padStart(8, '0');
  for (const asked of [device, other]) {
    const answers = [];
    for (let guess = 0; guess < 11; guess++) answers.push(codeOf(await look(app, `${asked}.${wrong}`)));
    expect(answers).toEqual([...Array(10).fill('code-refused'), 'too-many-requests']);
  }
  expect(codeOf(await recover(app, `${device}.${code}`))).toBe('too-many-requests');
});

test('a recovery code expires after an hour, and a request without a secret gets none', async () => {
  const { app, mailTo, account } = await family();
  await ask(app, account.email);
  expect(codeIn(await mailTo(account.email, 'recovery'))).toBe('');
  const device = aDevice();
  await ask(app, account.email, device);
  const code = codeIn(await mailTo(account.email, 'recovery', 2));
  app.clock.ahead += 61 * MINUTE_MS;
  expect(codeOf(await recover(app, `${device}.${code}`))).toBe('code-refused');
});
