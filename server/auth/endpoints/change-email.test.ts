import { expect, test } from 'vitest';
import { profilePath } from '#domain/paths.ts';
import { gate } from '#tests/support/gate.ts';
import { anotherDevice } from '#tests/support/people/devices.ts';
import { type HouseholdOnPhone, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { until } from '#tests/support/server/app.ts';
import { startAppWithMail } from '#tests/support/server/app-with-mail.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';
import { listen } from '#tests/support/server/live-stream.ts';
import { secretIn } from '#tests/support/server/mail-server.ts';

const MINUTE = 60_000;
const NEW = 'astrid.ny@example.org';

const myEmail = async ({ url, cookie }: HouseholdOnPhone) =>
  (await get(url, '/api/my-email', { cookie })).body;
const confirm = (phone: HouseholdOnPhone, token: string) => phone.post('/api/confirm-email', { token });
/** Re-authenticates and asks for the change. */
const change = async (phone: HouseholdOnPhone, email: string) => {
  await phone.post('/api/reauthenticate', { password: PASSWORD });
  return phone.post('/api/change-email', { email });
};

test('a new address takes effect when its own link is pressed, and the phones of the family receive it', async () => {
  const { app, waitForMail } = await startAppWithMail();
  const phone = await registerHousehold(app.url);
  const { uid, email } = phone.account;
  const { cursor } = await phone.sync();
  const stream = await listen(app.url, { cookie: phone.cookie, cursor });
  expect((await change(phone, NEW)).body).toEqual({});
  const mail = await waitForMail('newAddress');
  expect(mail.recipients).toEqual([NEW]);
  expect((await waitForMail('addressChanging')).recipients).toEqual([email]);
  expect(await myEmail(phone)).toMatchObject({ email });
  expect((await confirm(phone, secretIn(mail))).body).toEqual({ email: NEW });
  expect(await myEmail(phone)).toEqual({ email: NEW, verified: true });
  const { changes } = await phone.sync({ cursor });
  expect(changes).toEqual([
    expect.objectContaining({ path: profilePath(uid), document: expect.objectContaining({ email: NEW }) }),
  ]);
  await until(() => JSON.stringify(stream.heard).includes(NEW));
  stream.close();
  const old = await postJson(app.url, '/api/log-in', { email, password: PASSWORD });
  expect(codeOf(old)).toBe('invalid-credentials');
  expect((await postJson(app.url, '/api/log-in', { email: NEW, password: PASSWORD })).status).toBe(200);
});

test('links mailed to the old address no longer work after the change', async () => {
  const { app, waitForMail } = await startAppWithMail();
  const phone = await registerHousehold(app.url);
  const verifying = secretIn(await waitForMail('verification'));
  await postJson(app.url, '/api/ask-recovery', { email: phone.account.email });
  const recovering = secretIn(await waitForMail('recovery'));
  await change(phone, NEW);
  await confirm(phone, secretIn(await waitForMail('newAddress')));
  expect(codeOf(await postJson(app.url, '/api/verify-email', { token: verifying }))).toBe('link-expired');
  const recovery = await postJson(app.url, '/api/recover', { token: recovering, password: 'en-ny-en' });
  expect(codeOf(recovery)).toBe('link-expired');
});

test('an address of another account is reported only through its link, and no address changes', async () => {
  const { app, waitForMail } = await startAppWithMail();
  const [anna, bo] = [await registerHousehold(app.url, 'Berg'), await registerHousehold(app.url, 'Dahl')];
  const [free, taken] = [await change(anna, NEW), await change(anna, bo.account.email.toUpperCase())];
  expect([taken.status, taken.body]).toEqual([free.status, free.body]);
  const { cursor } = await anna.sync();
  const answer = await confirm(anna, secretIn(await waitForMail('newAddress', 2)));
  expect([answer.status, codeOf(answer)]).toEqual([409, 'email-taken']);
  expect(await myEmail(anna)).toMatchObject({ email: anna.account.email });
  expect(await myEmail(bo)).toMatchObject({ email: bo.account.email });
  expect((await anna.sync({ cursor })).changes).toEqual([]);
});

test('if two accounts confirm one address at the same time, one gets it', async () => {
  const { app, waitForMail } = await startAppWithMail();
  const [anna, bo] = [await registerHousehold(app.url, 'Berg'), await registerHousehold(app.url, 'Dahl')];
  await change(anna, NEW);
  const hers = secretIn(await waitForMail('newAddress'));
  await change(bo, NEW);
  const his = secretIn(await waitForMail('newAddress', 2));
  // Before one of them is used up, which the owner of the other could hear of instead.
  for (const strange of [await confirm(anna, his), await confirm(bo, hers)])
    expect(codeOf(strange)).toBe('reauthentication-needed');
  const both = await Promise.all([confirm(anna, hers), confirm(bo, his)]);
  const answers = both.map((answer) => codeOf(answer) ?? answer.status);
  expect(answers.toSorted()).toEqual([200, 'email-taken']);
});

test('a change of e-mail needs a session and a re-authentication', async () => {
  const { app, waitForMail } = await startAppWithMail();
  const phone = await registerHousehold(app.url);
  const nobody = await postJson(app.url, '/api/change-email', { email: NEW });
  expect([nobody.status, codeOf(nobody)]).toEqual([401, 'not-signed-in']);
  // The sign-in that began the session does not count.
  expect(codeOf(await phone.post('/api/change-email', { email: NEW }))).toBe('reauthentication-needed');
  await phone.post('/api/reauthenticate', { password: PASSWORD });
  app.clock.ahead = 11 * MINUTE;
  expect(codeOf(await phone.post('/api/change-email', { email: NEW }))).toBe('reauthentication-needed');
  expect((await change(phone, NEW)).status).toBe(200);
  await waitForMail('newAddress');
});

test('a second change of e-mail replaces the first, and a password change cancels it', async () => {
  const { app, waitForMail } = await startAppWithMail();
  const phone = await registerHousehold(app.url);
  await change(phone, 'first@example.org');
  const first = secretIn(await waitForMail('newAddress'));
  await change(phone, NEW);
  const second = secretIn(await waitForMail('newAddress', 2));
  expect(codeOf(await confirm(phone, first))).toBe('link-expired');
  expect((await phone.post('/api/change-password', { password: 'ett-annat' })).status).toBe(200);
  expect((await waitForMail('passwordChanged')).recipients).toEqual([phone.account.email]);
  expect(codeOf(await confirm(phone, second))).toBe('link-expired');
});

test('changes to the address of another account neither use up its recovery mails nor reveal that it exists', async () => {
  const { app, waitForMail } = await startAppWithMail();
  const [anna, bo] = [await registerHousehold(app.url, 'Berg'), await registerHousehold(app.url, 'Dahl')];
  const { email } = bo.account;
  const recover = () => postJson(app.url, '/api/ask-recovery', { email });
  for (let i = 0; i < 4; i += 1) expect((await change(anna, email)).status).toBe(200);
  await waitForMail('newAddress', 4);
  for (let i = 0; i < 4; i += 1) expect((await recover()).status).toBe(200);
  expect((await waitForMail('recovery', 4)).recipients).toEqual([email]);
  app.clock.ahead = 61 * MINUTE;
  for (let i = 0; i < 4; i += 1) await recover();
  await waitForMail('recovery', 8);
  await change(anna, email);
  expect((await waitForMail('addressChanging', 5)).recipients).toEqual([anna.account.email]);
});

test('a change of e-mail requested during a password change is cancelled', async () => {
  const [asked, made] = [gate(), gate()];
  const { app, mails, waitForMail } = await startAppWithMail({
    change: ({ store }) => ({
      store: {
        ...store,
        async putOneTimeToken(token) {
          if (token.kind === 'change-email') {
            asked.open();
            await made.passed;
          }
          return store.putOneTimeToken(token);
        },
      },
    }),
  });
  const phone = await registerHousehold(app.url);
  const tablet = await anotherDevice(phone);
  const changing = change(phone, NEW);
  await asked.passed;
  expect((await tablet.post('/api/change-password', { password: 'ett-annat' })).status).toBe(200);
  made.open();
  expect(codeOf(await changing)).toBe('not-signed-in');
  await waitForMail('passwordChanged');
  expect(mails.received.flatMap(({ recipients }) => recipients)).not.toContain(NEW);
});
