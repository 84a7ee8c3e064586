import { expect, test } from 'vitest';
import { EXPORT_PATHS } from '#domain/protocol/calls.ts';
import { newId, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { startApp, until } from '#tests/support/server/app.ts';
import { get, postJson, send } from '#tests/support/server/http.ts';
import { createLog, describeError } from './log.ts';

test('the log contains nothing private after many calls, errors and crashes', async () => {
  const secrets = [
    'Astrid',
    'Kimberly',
    'Rumpelstilzchen',
    '070-987',
    'farmor-i-Lund',
    PASSWORD,
    'example.org',
  ];
  const app = await startApp({
    change: () => ({
      e164: (typed) => {
        throw Object.assign(new TypeError(`cannot read ${typed}`), { code: 'ERR_TEST', typed });
      },
    }),
  });
  const phone = await registerHousehold(app.url);
  const child = await phone.addChild('Kimberly');
  const nils = await phone.addGuest(child, 'Rumpelstilzchen', 'farmor-i-Lund');
  await phone.run('checkIn', nils);
  await phone.run('addFriend', { child, friend: newId(), name: 'Rumpelstilzchen', parentPhone: '070-987' });
  await postJson(app.url, '/api/log-in', { email: phone.account.email, password: `${PASSWORD}-wrong` });
  await postJson(app.url, '/api/log-in', { email: phone.account.email, password: PASSWORD });
  await send(`${app.url}/api/log-in`, 'POST', '{"email":"astrid@example.org', {
    origin: app.url,
    'content-type': 'application/json',
  });
  await get(app.url, `/api/nothing?email=${phone.account.email}`);
  await get(app.url, `/api/%zz?email=${phone.account.email}`, { cookie: phone.cookie });
  await get(app.url, EXPORT_PATHS.everything, { cookie: phone.cookie });
  await get(app.url, EXPORT_PATHS.visits, { cookie: phone.cookie });
  await phone.run('keepVisits', { days: 30 });
  const leaving = await registerHousehold(app.url);
  await leaving.post('/api/delete-account', { household: phone.account.household });
  await leaving.deleteAccount();
  await leaving.trySync();
  await phone.post('/api/log-out', {});
  await until(() => app.printed.length === 1);
  expect(app.log.text).toContain('a rule crashed');
  const { uid } = phone.account;
  const keys = [phone, leaving].map(({ cookie }) => cookie.slice(7));
  for (const secret of [...secrets, uid, leaving.account.uid, ...keys, 'cannot read']) {
    expect(app.log.text).not.toContain(secret);
  }
  expect(app.printed).toEqual(['notice: "farmor-i-Lund" "Rumpelstilzchen" in']);
});

test('an error is logged by its type, code and location, however it reaches the log', () => {
  const cause = new RangeError('Ella');
  const error = Object.assign(new TypeError('of Ella', { cause }), {
    code: 'ERR_X',
    errcode: 13,
    name: 'TypeError',
  });
  expect(describeError(error)).toEqual({
    type: 'TypeError',
    code: 'ERR_X',
    errcode: 13,
    at: expect.arrayContaining([expect.stringContaining('log.test.ts')]),
    cause: expect.objectContaining({ type: 'RangeError' }),
  });
  const written: string[] = [];
  const log = createLog('info', { write: (line) => void written.push(line) });
  log.error(error);
  log.error({ err: error });
  log.error({ err: error }, error.message);
  log.error({ err: error }, 'one');
  log.error({ error }, 'two');
  log.error({ error: 'Ella' }, 'three');
  log.child({}).warn({ req: { method: 'GET', url: '/?name=Ella' } }, 'four');
  expect(written).toHaveLength(7);
  expect(written.join('')).not.toContain('Ella');
});
