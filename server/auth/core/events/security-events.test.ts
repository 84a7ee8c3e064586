import { expect, test } from 'vitest';
import type { Activity } from '#domain/protocol/account-calls.ts';
import { EXPORT_PATHS } from '#domain/protocol/calls.ts';
import { anotherDevice, devicesOf } from '#tests/support/people/devices.ts';
import { type HouseholdOnPhone, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { passFirstFactor, postCall, signInWith, strictFamily } from '#tests/support/people/passkey-family.ts';
import { startApp, until } from '#tests/support/server/app.ts';
import { startAppWithMail } from '#tests/support/server/app-with-mail.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';
import { secretIn } from '#tests/support/server/mail-server.ts';
import { securityEvents, securityLines } from '#tests/support/server/security-lines.ts';

const WRONG = 'fel-lösenord';
const CHROME = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';

const logIn = (url: string, email: string, password: string, headers = {}) =>
  postJson(url, '/api/log-in', { email, password }, headers);

async function activityOf({ url, cookie }: Pick<HouseholdOnPhone, 'url' | 'cookie'>): Promise<Activity[]> {
  const { status, body } = await get(url, '/api/activity', { cookie });
  if (status !== 200) throw new Error(`activity answered ${status}`);
  return (body as { activity: Activity[] }).activity;
}

const brief = (activity: readonly Activity[]) =>
  activity.map(({ event, method, outcome, times }) => [event, method, outcome, times].join(' ')).toSorted();

test('each event is one line without names: its outcome, the keyed hash of the account, and the address', async () => {
  const app = await startApp();
  const phone = await registerHousehold(app.url);
  const { email, uid } = phone.account;
  // The line of a failed log-in is written after its reply.
  await logIn(app.url, email, WRONG);
  await until(() => securityEvents(app).length === 2);
  await logIn(app.url, 'ingen@example.org', PASSWORD);
  await until(() => securityEvents(app).length === 3);
  const tablet = await anotherDevice(phone, CHROME);
  await tablet.post('/api/reauthenticate', { password: WRONG });
  await tablet.post('/api/reauthenticate', { password: PASSWORD });
  await tablet.post('/api/change-password', { password: `${PASSWORD}-2` });
  const third = await logIn(app.url, email, `${PASSWORD}-2`);
  const id = (await devicesOf(tablet)).find(({ isThis }) => !isThis)?.id;
  await tablet.post('/api/sign-out-device', { id });
  await tablet.post('/api/sign-out-others', {});
  await postJson(app.url, '/api/log-out', {}, { cookie: third.cookie ?? '' });
  for (const path of Object.values(EXPORT_PATHS)) await get(app.url, path, { cookie: tablet.cookie });
  const household = phone.account.household;
  await tablet.post('/api/delete-account', { household }, { origin: 'https://evil.example' });
  await tablet.post('/api/delete-account', { household });
  await until(() => securityEvents(app).at(-1) === 'account-deleted ok');
  expect(securityEvents(app)).toEqual([
    'registered password ok',
    'sign-in password failed',
    'sign-in password failed',
    'sign-in password ok',
    're-authentication password failed',
    're-authentication password ok',
    'password-changed ok',
    'sign-in password ok',
    'device-signed-out ok',
    'others-signed-out ok',
    'sign-out ok',
    'export ok',
    'export ok',
    'account-deleted refused',
    'account-deleted ok',
  ]);
  const lines = securityLines(app);
  const [unknown, ...mine] = [lines[2], ...lines.toSpliced(2, 1)].map((line) => line?.account);
  // A session that was ended is of no account any more.
  expect(new Set(mine.filter(Boolean)).size).toBe(1);
  expect(mine[0]).toMatch(/^[\w-]{16}$/);
  expect(unknown).toMatch(/^[\w-]{16}$/);
  expect(unknown).not.toBe(mine[0]);
  expect(new Set(lines.map(({ address }) => address))).toEqual(new Set(['127.0.0.1']));
  for (const secret of [email, uid, household, 'ingen', PASSWORD]) expect(app.log.text).not.toContain(secret);
});

test('a parent sees what happened to the own account, and nobody else does', async () => {
  const { url } = await startApp();
  const [phone, other] = [await registerHousehold(url), await registerHousehold(url, 'Nguyen')];
  for (let i = 0; i < 3; i++)
    await logIn(url, phone.account.email.toUpperCase(), WRONG, { 'user-agent': CHROME });
  await anotherDevice(phone, CHROME);
  await anotherDevice(phone, CHROME);
  const seen = await activityOf(phone);
  expect(brief(seen)).toEqual([
    'registered password ok 1',
    'sign-in password failed 3',
    'sign-in password ok 2',
  ]);
  expect(new Set(seen.map(({ device }) => device))).toEqual(new Set(['', 'Chrome · Android']));
  expect(seen.map(({ at }) => at)).toEqual(
    seen
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  expect(brief(await activityOf(other))).toEqual(['registered password ok 1']);
  expect(codeOf(await get(url, '/api/activity'))).toBe('not-signed-in');
  const exported = (await get(url, EXPORT_PATHS.everything, { cookie: phone.cookie })).body as {
    activity: Activity[];
  };
  expect(exported.activity).toEqual(seen);
});

test('a sign-in that lacks its second factor, and wrong second factors, are events of the account', async () => {
  const app = await startApp();
  const { family, passkey, codes } = await strictFamily(app.url);
  const browser = await passFirstFactor(family);
  await postCall(browser, 'secondFactorByCode', { code: 'aaaa-aaaa-aaaa-aaaa' });
  await postCall(browser, 'secondFactorByCode', { code: codes[0] ?? '' });
  const { cookie = '' } = await signInWith(app.url, passkey);
  expect(brief(await activityOf({ url: app.url, cookie }))).toEqual(
    expect.arrayContaining([
      'passkey-added  ok 1',
      'codes-renewed  ok 1',
      'passkey-requirement  ok 1',
      'sign-in password unfinished 1',
      'second-factor recovery-code failed 1',
      'second-factor recovery-code ok 1',
      'sign-in passkey ok 1',
    ]),
  );
});

test('a recovery is an event of the account whose link was used', async () => {
  const { app, waitForMail } = await startAppWithMail();
  const phone = await registerHousehold(app.url);
  await postJson(app.url, '/api/ask-recovery', { email: phone.account.email });
  const token = secretIn(await waitForMail('recovery'));
  await postJson(app.url, '/api/recover', { token, password: `${PASSWORD}-2` });
  await postJson(app.url, '/api/recover', { token, password: `${PASSWORD}-2` });
  const again = await logIn(app.url, phone.account.email, `${PASSWORD}-2`);
  expect(brief(await activityOf({ url: app.url, cookie: again.cookie ?? '' }))).toEqual([
    'recovery link ok 1',
    'recovery-asked link ok 1',
    'registered password ok 1',
    'sign-in password ok 1',
  ]);
  expect(securityEvents(app)).toContain('recovery link failed');
});

test('wrong log-ins with all kinds of browsers push nothing out of the recent activity', async () => {
  const { url, clock } = await startApp();
  const phone = await registerHousehold(url);
  const [browsers, systems] = [
    ['Edg/1', 'OPR/1', 'Firefox/1', 'Chrome/1'],
    ['iPhone', 'Android', 'Windows', ''],
  ];
  for (let day = 0; day < 14; day++) {
    clock.ahead += 86_400_000;
    const names = browsers.flatMap((browser) => systems.map((system) => `${browser} ${system}`));
    for (const name of names.slice(day % 2 ? 8 : 0, day % 2 ? 16 : 8))
      await logIn(url, phone.account.email, WRONG, { 'user-agent': name });
  }
  await anotherDevice(phone, CHROME);
  const seen = brief(await activityOf(phone));
  expect(seen).toContain('registered password ok 1');
  expect(seen.length).toBeLessThan(6);
});

test('a flood of limited log-ins is one line a minute, with the number of those left out', async () => {
  const app = await startApp({ env: { SIGN_INS_PER_HOUR: '10' } });
  const attempt = () => logIn(app.url, 'ingen@example.org', WRONG);
  for (let i = 0; i < 25; i++) await attempt();
  app.clock.ahead = 61_000;
  await attempt();
  await app.stop();
  const limited = securityLines(app).filter(({ outcome }) => outcome === 'limited');
  expect(limited.map(({ repeats }) => repeats)).toEqual([undefined, 14]);
});

test('neither the reply to a failed log-in nor the database in that moment tells if the e-mail has an account', async () => {
  const written: number[] = [];
  const app = await startApp({
    calls: (store) => ({
      addActivity: (...entries) => {
        written.push(...entries[0].map(() => performance.now()));
        return store.addActivity(...entries);
      },
    }),
  });
  const phone = await registerHousehold(app.url);
  await activityOf(phone);
  expect(written).toHaveLength(1);
  const asked = performance.now();
  const known = await logIn(app.url, phone.account.email, WRONG);
  const unknown = await logIn(app.url, 'ingen@example.org', WRONG);
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  await until(() => written.length === 2);
  // Not before a second is over, however late the reply is heard.
  expect((written[1] ?? 0) - asked).toBeGreaterThan(990);
});

test('a database that takes no events fails no sign-in', async () => {
  const failing = () => Promise.reject(new Error('no room for Astrid'));
  const app = await startApp({ calls: () => ({ secret: failing, addActivity: failing }) });
  const phone = await registerHousehold(app.url);
  expect((await logIn(app.url, phone.account.email, PASSWORD)).status).toBe(200);
  await app.stop();
  expect(securityEvents(app)).toEqual(['registered password ok', 'sign-in password ok']);
  expect(app.log.text).toContain('recent activity could not be stored');
  expect(app.log.text).not.toContain('Astrid');
});
