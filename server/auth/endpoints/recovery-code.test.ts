import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { accountIn, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import type { AppUnderTest } from '#tests/support/server/app.ts';
import { startAppWithMail } from '#tests/support/server/app-with-mail.ts';
import { codeOf, postJson } from '#tests/support/server/http.ts';
import { codeIn, secretIn } from '#tests/support/server/mail-server.ts';

const NEW = 'en-helt-ny-🚲';
const MINUTE = 60_000;

/** The secret of a device that asks for a recovery. */
const aDevice = () => randomBytes(32).toString('base64url');
const ask = ({ url }: AppUnderTest, email: string, request?: string) =>
  postJson(url, '/api/ask-recovery', { email, ...(request !== undefined && { request }) });
const recover = ({ url }: AppUnderTest, token: string) =>
  postJson(url, '/api/recover', { token, password: NEW });
const look = ({ url }: AppUnderTest, token: string) =>
  postJson(url, '/api/mailed-link', { kind: 'recovery', token });
const logIn = ({ url }: AppUnderTest, email: string, password: string) =>
  postJson(url, '/api/log-in', { email, password });

test('the code of the mail recovers the account on the device that asked for it', async () => {
  const { app, waitForMail } = await startAppWithMail();
  const phone = await registerHousehold(app.url);
  const device = aDevice();
  expect((await ask(app, phone.account.email, device)).body).toEqual({});
  const mail = await waitForMail('recovery');
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
  const { app, waitForMail } = await startAppWithMail();
  const { account } = await registerHousehold(app.url);
  const device = aDevice();
  await ask(app, account.email, device);
  const code = codeIn(await waitForMail('recovery'));
  const stranger = aDevice();
  await ask(app, 'nobody@example.org', stranger);
  const answers = [`${stranger}.${code}`, `.${code}`, code, device, `${device}.`];
  for (const token of answers) expect((await recover(app, token)).status, token).toBeGreaterThanOrEqual(400);
  expect(codeOf(await recover(app, `${stranger}.${code}`))).toBe('code-refused');
  expect((await logIn(app, account.email, PASSWORD)).status).toBe(200);
});

test('a code recovers its own account and no other one', async () => {
  const { app, waitForMail } = await startAppWithMail();
  const [lind, berg] = [await registerHousehold(app.url), await registerHousehold(app.url)];
  const [one, other] = [aDevice(), aDevice()];
  await ask(app, lind.account.email, one);
  const code = codeIn(await waitForMail('recovery'));
  await ask(app, berg.account.email, other);
  await waitForMail('recovery', 2);
  expect(codeOf(await recover(app, `${other}.${code}`))).toBe('code-refused');
  expect(accountIn(await recover(app, `${one}.${code}`))).toEqual(lind.account);
  expect((await logIn(app, berg.account.email, PASSWORD)).status).toBe(200);
});

test('guessing a recovery code is limited, also where there is no account', async () => {
  const { app, waitForMail } = await startAppWithMail();
  const { account } = await registerHousehold(app.url);
  const [device, other] = [aDevice(), aDevice()];
  await ask(app, account.email, device);
  const code = codeIn(await waitForMail('recovery'));
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
  const { app, waitForMail } = await startAppWithMail();
  const { account } = await registerHousehold(app.url);
  await ask(app, account.email);
  expect(codeIn(await waitForMail('recovery'))).toBe('');
  const device = aDevice();
  await ask(app, account.email, device);
  const code = codeIn(await waitForMail('recovery', 2));
  app.clock.ahead = 61 * MINUTE;
  expect(codeOf(await recover(app, `${device}.${code}`))).toBe('code-refused');
});
