import { expect, test } from 'vitest';
import {
  accountIn,
  type HouseholdOnPhone,
  PASSWORD,
  registerHousehold,
} from '#tests/support/people/household.ts';
import { startAppWithMail } from '#tests/support/server/app-with-mail.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';
import { linkIn, secretIn } from '#tests/support/server/mail-server.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const myEmail = async ({ url, cookie }: HouseholdOnPhone) =>
  (await get(url, '/api/my-email', { cookie })).body;
const verify = ({ url, cookie }: HouseholdOnPhone, token: string) =>
  postJson(url, '/api/verify-email', { token }, { cookie });

test('an address at an international domain is one account however it is spelled, and gets its mail', async () => {
  const { app, waitForMail } = await startAppWithMail();
  const enter = (path: string, email: string) =>
    postJson(app.url, path, { firstName: 'Anna', lastName: 'Ek', email, password: PASSWORD });
  const registered = await enter('/api/register', 'mailto:Anna@\u200bBjörk.example');
  expect(accountIn(registered).email).toBe('Anna@Björk.example');
  expect((await waitForMail('verification')).raw).toMatch(/^To: Anna@xn--bjrk-6qa\.example\r?$/m);
  for (const email of ['anna@BJO\u0308RK.example', 'anna@xn--bjrk-6qa.example']) {
    expect(accountIn(await enter('/api/log-in', email)).uid).toBe(accountIn(registered).uid);
    expect(codeOf(await enter('/api/register', email))).toBe('email-taken');
  }
});

test('a new account gets a mail with a link that verifies the address once', async () => {
  const { app, waitForMail } = await startAppWithMail();
  const phone = await registerHousehold(app.url);
  const { email } = phone.account;
  expect(await myEmail(phone)).toEqual({ email, verified: false });
  const mail = await waitForMail('verification');
  expect(mail.recipients).toEqual([email]);
  expect(linkIn(mail)).toMatch(new RegExp(`^${app.url}/verify-email#[0-9a-z]{52}$`));
  const answer = await verify(phone, secretIn(mail));
  expect([answer.status, answer.body, answer.cookie]).toEqual([200, {}, undefined]);
  expect(await myEmail(phone)).toEqual({ email, verified: true });
  expect(codeOf(await verify(phone, secretIn(mail)))).toBe('link-expired');
});

test('of many concurrent uses of one link, one succeeds', async () => {
  const { app, waitForMail } = await startAppWithMail();
  const phone = await registerHousehold(app.url);
  const secret = secretIn(await waitForMail('verification'));
  const answers = await Promise.all(Array.from({ length: 6 }, () => verify(phone, secret)));
  const codes = answers.map((answer) => codeOf(answer) ?? answer.status);
  expect(codes.toSorted()).toEqual([200, ...Array(5).fill('link-expired')]);
});

test('a mail scanner that opens the link does not use it up', async () => {
  const { app, waitForMail } = await startAppWithMail();
  const phone = await registerHousehold(app.url);
  const mail = await waitForMail('verification');
  const secret = secretIn(mail);
  await get(app.url, `/verify-email`);
  for (const path of [`/api/verify-email?token=${secret}`, '/api/verify-email'])
    expect((await get(app.url, path)).status).toBe(404);
  expect(await myEmail(phone)).toMatchObject({ verified: false });
  expect((await verify(phone, secret)).status).toBe(200);
});

test('a signed-in parent can have the link mailed again, with a limit, and it expires after a day', async () => {
  const { app, waitForMail } = await startAppWithMail();
  const phone = await registerHousehold(app.url);
  const nobody = await postJson(app.url, '/api/ask-verification', {});
  expect([nobody.status, codeOf(nobody)]).toEqual([401, 'not-signed-in']);
  expect((await phone.post('/api/ask-verification', {})).body).toEqual({});
  const mail = await waitForMail('verification', 2);
  app.clock.ahead = DAY + MINUTE;
  expect(codeOf(await verify(phone, secretIn(mail)))).toBe('link-expired');
  const answers = [];
  for (let i = 0; i < 5; i += 1) answers.push(await phone.post('/api/ask-verification', {}));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
});
