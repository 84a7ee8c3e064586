import { expect, test } from 'vitest';
import { profilePath } from '#domain/paths.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import { gate } from '#tests/support/gate.ts';
import { anotherDevice } from '#tests/support/people/devices.ts';
import {
  accountIn,
  type HouseholdOnPhone,
  PASSWORD,
  registerHousehold,
} from '#tests/support/people/household.ts';
import { newAddress } from '#tests/support/people/stolen-account.ts';
import { until } from '#tests/support/server/app.ts';
import { shareAppWithMail, startAppWithMail } from '#tests/support/server/app-with-mail.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';
import { listen } from '#tests/support/server/live-stream.ts';
import { linkIn, secretIn } from '#tests/support/server/mail-server.ts';

const here = shareAppWithMail();
/** A family, and the address that it may change to. */
const family = async () => ({
  ...here(),
  to: newAddress(),
  phone: await registerHousehold(here().app.url),
});

const myEmail = async ({ url, cookie }: HouseholdOnPhone) =>
  (await get(url, '/api/my-email', { cookie })).body;
const confirm = (phone: HouseholdOnPhone, token: string) => phone.post('/api/confirm-email', { token });
/** Re-authenticates and asks for the change. */
const change = async (phone: HouseholdOnPhone, email: string) => {
  await phone.post('/api/reauthenticate', { password: PASSWORD });
  return phone.post('/api/change-email', { email });
};

test('a new address takes effect when its own link is pressed, and the phones of the family receive it', async () => {
  const { app, mailTo, to, phone } = await family();
  const { uid, email } = phone.account;
  const { cursor } = await phone.sync();
  const stream = await listen(app.url, { cookie: phone.cookie, cursor });
  expect((await change(phone, to)).body).toEqual({});
  const mail = await mailTo(to, 'newAddress');
  await mailTo(email, 'addressChanging');
  expect(await myEmail(phone)).toMatchObject({ email });
  expect((await confirm(phone, secretIn(mail))).body).toEqual({ email: to });
  expect(await myEmail(phone)).toEqual({ email: to, verified: true });
  const { changes } = await phone.sync({ cursor });
  expect(changes).toEqual([
    expect.objectContaining({ path: profilePath(uid), document: expect.objectContaining({ email: to }) }),
  ]);
  await until(() => JSON.stringify(stream.heard).includes(to));
  stream.close();
  const old = await postJson(app.url, '/api/log-in', { email, password: PASSWORD });
  expect(codeOf(old)).toBe('invalid-credentials');
  expect((await postJson(app.url, '/api/log-in', { email: to, password: PASSWORD })).status).toBe(200);
});

test('links mailed to the old address no longer work after the change', async () => {
  const { app, mailTo, to, phone } = await family();
  const { email } = phone.account;
  const verifying = secretIn(await mailTo(email, 'verification'));
  await postJson(app.url, '/api/ask-recovery', { email });
  const recovering = secretIn(await mailTo(email, 'recovery'));
  await change(phone, to);
  await confirm(phone, secretIn(await mailTo(to, 'newAddress')));
  expect(codeOf(await postJson(app.url, '/api/verify-email', { token: verifying }))).toBe('link-expired');
  const recovery = await postJson(app.url, '/api/recover', { token: recovering, password: 'en-ny-en' });
  expect(codeOf(recovery)).toBe('link-expired');
});

test('an address of another account is reported only through its link, and no address changes', async () => {
  const { app, mailTo } = here();
  const to = newAddress();
  const [anna, bo] = [await registerHousehold(app.url, 'Berg'), await registerHousehold(app.url, 'Dahl')];
  const [free, taken] = [await change(anna, to), await change(anna, bo.account.email.toUpperCase())];
  expect([taken.status, taken.body]).toEqual([free.status, free.body]);
  const { cursor } = await anna.sync();
  const token = secretIn(await mailTo(bo.account.email.toUpperCase(), 'newAddress'));
  expect(codeOf(await confirm(anna, token))).toBe('email-taken');
  expect(await myEmail(anna)).toMatchObject({ email: anna.account.email });
  expect(await myEmail(bo)).toMatchObject({ email: bo.account.email });
  expect((await anna.sync({ cursor })).changes).toEqual([]);
});

test('a change of e-mail needs a re-authentication', async () => {
  const { app, mailTo, to, phone } = await family();
  // The sign-in that began the session does not count.
  expect(codeOf(await phone.post('/api/change-email', { email: to }))).toBe('reauthentication-needed');
  await phone.post('/api/reauthenticate', { password: PASSWORD });
  app.clock.ahead += 11 * MINUTE_MS;
  expect(codeOf(await phone.post('/api/change-email', { email: to }))).toBe('reauthentication-needed');
  expect((await change(phone, to)).status).toBe(200);
  await mailTo(to, 'newAddress');
});

test('a second change of e-mail replaces the first, and a password change cancels it', async () => {
  const { mailTo, to, phone } = await family();
  const replaced = newAddress();
  await change(phone, replaced);
  const first = secretIn(await mailTo(replaced, 'newAddress'));
  await change(phone, to);
  const second = secretIn(await mailTo(to, 'newAddress'));
  expect(codeOf(await confirm(phone, first))).toBe('link-expired');
  expect((await phone.post('/api/change-password', { password: 'ett-annat' })).status).toBe(200);
  await mailTo(phone.account.email, 'passwordChanged');
  expect(codeOf(await confirm(phone, second))).toBe('link-expired');
});

test('changes to the address of another account neither use up its recovery mails nor reveal that it exists', async () => {
  const { app, mailTo } = here();
  const [anna, bo] = [await registerHousehold(app.url, 'Berg'), await registerHousehold(app.url, 'Dahl')];
  const { email } = bo.account;
  const recover = () => postJson(app.url, '/api/ask-recovery', { email });
  for (let i = 0; i < 4; i += 1) expect((await change(anna, email)).status).toBe(200);
  await mailTo(email, 'newAddress', 4);
  for (let i = 0; i < 4; i += 1) expect((await recover()).status).toBe(200);
  await mailTo(email, 'recovery', 4);
  app.clock.ahead += 61 * MINUTE_MS;
  for (let i = 0; i < 4; i += 1) await recover();
  await mailTo(email, 'recovery', 8);
  await change(anna, email);
  await mailTo(anna.account.email, 'addressChanging', 5);
});

test('a change of e-mail requested during a password change is cancelled', async () => {
  const [asked, made] = [gate(), gate()];
  const to = newAddress();
  const { app, mails, waitForMail } = await startAppWithMail({
    calls: (store) => ({
      async putOneTimeToken(token) {
        if (token.kind === 'change-email') {
          asked.open();
          await made.passed;
        }
        return store.putOneTimeToken(token);
      },
    }),
  });
  const phone = await registerHousehold(app.url);
  const tablet = await anotherDevice(phone);
  const changing = change(phone, to);
  await asked.passed;
  expect((await tablet.post('/api/change-password', { password: 'ett-annat' })).status).toBe(200);
  made.open();
  expect(codeOf(await changing)).toBe('not-signed-in');
  await waitForMail('passwordChanged');
  expect(mails.received.flatMap(({ recipients }) => recipients)).not.toContain(to);
});

const verify = ({ url, cookie }: HouseholdOnPhone, token: string) =>
  postJson(url, '/api/verify-email', { token }, { cookie });

test('an address at an international domain is one account however it is spelled, and gets its mail', async () => {
  const { app, mails } = here();
  const enter = (path: string, email: string) =>
    postJson(app.url, path, { firstName: 'Anna', lastName: 'Ek', email, password: PASSWORD });
  const registered = await enter('/api/register', 'mailto:Anna@\u200bBjörk.example');
  expect(accountIn(registered).email).toBe('Anna@Björk.example');
  const isSent = () => mails.received.some(({ raw }) => /^To: Anna@xn--bjrk-6qa\.example\r?$/m.test(raw));
  await until(isSent);
  for (const email of ['anna@BJO\u0308RK.example', 'anna@xn--bjrk-6qa.example']) {
    expect(accountIn(await enter('/api/log-in', email)).uid).toBe(accountIn(registered).uid);
    expect(codeOf(await enter('/api/register', email))).toBe('email-taken');
  }
});

test('a new account gets a mail with a link that verifies the address once', async () => {
  const { app, mailTo, phone } = await family();
  const { email } = phone.account;
  expect(await myEmail(phone)).toEqual({ email, verified: false });
  const mail = await mailTo(email, 'verification');
  expect(linkIn(mail)).toMatch(new RegExp(`^${app.url}/verify-email#[0-9a-z]{52}$`));
  const answer = await verify(phone, secretIn(mail));
  expect([answer.status, answer.body, answer.cookie]).toEqual([200, {}, undefined]);
  expect(await myEmail(phone)).toEqual({ email, verified: true });
  expect(codeOf(await verify(phone, secretIn(mail)))).toBe('link-expired');
});

test('of many concurrent uses of one link, one succeeds', async () => {
  const { mailTo, phone } = await family();
  const secret = secretIn(await mailTo(phone.account.email, 'verification'));
  const answers = await Promise.all(Array.from({ length: 6 }, () => verify(phone, secret)));
  const codes = answers.map((answer) => codeOf(answer) ?? answer.status);
  expect(codes.toSorted()).toEqual([200, ...Array(5).fill('link-expired')]);
});

test('a signed-in parent can have the link mailed again, with a limit, and it expires after a day', async () => {
  const { app, mailTo, phone } = await family();
  expect((await phone.post('/api/ask-verification', {})).body).toEqual({});
  const mail = await mailTo(phone.account.email, 'verification', 2);
  app.clock.ahead += DAY_MS + MINUTE_MS;
  expect(codeOf(await verify(phone, secretIn(mail)))).toBe('link-expired');
  const answers = [];
  for (let i = 0; i < 5; i += 1) answers.push(await phone.post('/api/ask-verification', {}));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
});
