import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { visitorPath } from '#domain/paths.ts';
import { anotherDevice } from '#tests/support/people/devices.ts';
import {
  type HouseholdOnPhone,
  newId,
  PASSWORD,
  registerHousehold,
} from '#tests/support/people/household.ts';
import { storeFamily } from '#tests/support/people/stored-family.ts';
import { askFor } from '#tests/support/people/stored-following.ts';
import { type AppUnderTest, shareApp, startApp, until } from '#tests/support/server/app.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';
import { listen } from '#tests/support/server/live-stream.ts';

const app = shareApp();
const PATH = '/api/delete-account';
const MINUTE = 60_000;
/** As of a link's secret. */
const HASH = 'h'.repeat(43);
/** Tables without names: rate limits and refused numbers are keyed by hashes, links lead by numbers. */
const NAMELESS = [
  'after_restore',
  'alerts',
  'attempts',
  'coming',
  'outcomes',
  'purges',
  'refused_numbers',
  'secrets',
  'sqlite_sequence',
  'store_epoch',
  'tombstone_times',
  'visit_links',
];

const ask = (phone: HouseholdOnPhone, household = phone.account.household) => phone.post(PATH, { household });

/** A family that used every feature that stores data. */
async function busyFamily({ url, store }: AppUnderTest): Promise<HouseholdOnPhone> {
  const phone = await registerHousehold(url, 'Rumpel');
  const { uid } = phone.account;
  const child = await phone.addChild('Rumpelstilzchen');
  const ella = await phone.addFriend(child, 'Rumpelfriend');
  for (const command of ['checkIn', 'checkOut', 'checkIn'] as const) await phone.run(command, ella);
  await phone.run('deleteFriend', { child, friend: ella.visitor });
  const guest = await phone.addGuest(child, 'Rumpelguest');
  const arrival = phone.op('checkIn', guest);
  await phone.sync({ ops: [arrival, phone.op('giveLink', { ...guest, visit: arrival.op, hash: HASH })] });
  const createdAt = '2026-05-04T12:00:00.000Z';
  await store.addCredential({ kind: 'passkey', key: `rumpel-${uid}`, uid, body: '{"name":"x"}', createdAt });
  const expiresAt = new Date(Date.now() + 1e9).toISOString();
  await store.putOneTimeToken({ kind: 'recovery', hash: `ticket-${uid}`, uid, body: '{}', expiresAt });
  const activity = { uid, key: 'rumpel', body: '{}', at: createdAt, times: 1, expiresAt };
  await store.addActivity([activity], 9);
  await phone.run('expectHome', {
    ...guest,
    visit: arrival.op,
    at: new Date(Date.now() + 60 * MINUTE).toISOString(),
  });
  const [session] = await store.sessionsOf(uid, createdAt);
  const keys = { p256dh: 'key', auth: 'secret', taps: true, since: createdAt };
  await store.putPushDevice({
    ...keys,
    session: session?.tokenHash ?? '',
    endpoint: `https://push.example/${uid}`,
  });
  const host = { household: phone.account.household, visitor: visitorPath(guest) };
  const home = await storeFamily(store);
  const { id } = await askFor(store, host, home, { name: 'Rumpelguest' });
  await store.agreeToFollower(host.household, id, { at: createdAt, name: 'Rumpelguest' }, 3);
  await store.putComing(home.household, id, {}, expiresAt);
  return phone;
}

/** Reads every row of an SQLite store as one text per table. */
function tablesIn(folder: string): Map<string, string> {
  const db = new DatabaseSync(join(folder, 'framme.db'), { readOnly: true });
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
  const rows = tables.map(({ name }): [string, string] => [
    String(name),
    JSON.stringify(db.prepare(`SELECT * FROM ${name}`).all()),
  ]);
  db.close();
  return new Map(rows);
}

const rowsIn = (folder: string) => [...tablesIn(folder).values()].join('\n');

function bytesIn(folder: string): string {
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file)).toString('latin1'))
    .join('\n');
}

test('deletion needs a session, re-authentication and the own household', async () => {
  const own = await startApp();
  const [phone, other] = [await registerHousehold(own.url), await registerHousehold(own.url, 'Nguyen')];
  const before = [await phone.documents(), await other.documents()];
  const nobody = await postJson(own.url, PATH, { household: phone.account.household });
  expect(codeOf(nobody)).toBe('not-signed-in');
  await other.post('/api/reauthenticate', { password: PASSWORD });
  const stale = await ask(other, phone.account.household);
  expect(codeOf(stale)).toBe('other-household');
  const unknown = await ask(other, newId());
  expect([unknown.status, unknown.body]).toEqual([stale.status, stale.body]);
  const nonsense = await phone.post(PATH, {});
  expect(codeOf(nonsense)).toBe('invalid-request');
  await phone.post('/api/reauthenticate', { password: PASSWORD });
  own.clock.ahead = 11 * MINUTE;
  const unproven = await ask(phone);
  expect(codeOf(unproven)).toBe('reauthentication-needed');
  expect((await get(own.url, PATH, { cookie: phone.cookie })).status).toBe(404);
  expect([await phone.documents(), await other.documents()]).toEqual(before);
  expect((await phone.deleteAccount()).status).toBe(200);
  expect(await other.documents()).toEqual(before[1]);
});

test('deletion needs re-authentication even right after the sign-in', async () => {
  const own = await startApp();
  const registered = await registerHousehold(own.url);
  const loggedIn = await anotherDevice(registered);
  for (const phone of [registered, loggedIn]) {
    const answer = await ask(phone);
    expect(codeOf(answer)).toBe('reauthentication-needed');
    expect((await phone.post('/api/reauthenticate', { password: `${PASSWORD}-wrong` })).status).toBe(401);
    expect(codeOf(await ask(phone))).toBe('reauthentication-needed');
  }
  await loggedIn.post('/api/reauthenticate', { password: PASSWORD });
  expect(codeOf(await ask(registered))).toBe('reauthentication-needed');
  expect((await ask(loggedIn)).status).toBe(200);
});

test('deletion leaves nothing of the family in any table, nor in the files after a scrub', async () => {
  const own = await startApp({ env: { NOTICE_HOLD_SECONDS: '60' } });
  const phone = await busyFamily(own);
  const other = await registerHousehold(own.url, 'Nguyen');
  const { uid, household, email } = phone.account;
  const traces = [uid, household, email, 'rumpel', 'Rumpel'];
  const left = (text: string) => traces.filter((trace) => text.includes(trace));
  if (process.env.TEST_STORE !== 'postgres') {
    const untouched = [...tablesIn(own.dataDir)].filter(([, rows]) => left(rows).length === 0);
    expect(untouched.map(([name]) => name)).toEqual(NAMELESS);
    expect(left(rowsIn(own.dataDir))).toEqual(traces);
  }
  expect(await own.store.linked(HASH)).toMatchObject({ household });
  const reply = await phone.deleteAccount();
  expect([reply.status, reply.body]).toEqual([200, {}]);
  expect(reply.cookie).toBe('framme=');
  if (process.env.TEST_STORE !== 'postgres') {
    while (await own.store.purgeRemoved());
    expect(left(rowsIn(own.dataDir))).toEqual([]);
    for (const table of ['outcomes', 'alerts', 'push_devices', 'coming', 'followers'])
      expect(tablesIn(own.dataDir).get(table)).toBe('[]');
    // The bare hash, so that nobody else gives it.
    const given = [{ hash: HASH, household: null, child: null, visit: null, made_at: null }];
    expect(JSON.parse(tablesIn(own.dataDir).get('visit_links') ?? '')).toEqual(given);
    await own.store.scrub();
    expect(left(bytesIn(own.dataDir))).toEqual([]);
    expect(rowsIn(own.dataDir)).toContain(other.account.uid);
  }
  expect(await own.store.accountByUid(uid)).toBeUndefined();
  expect(await own.store.linked(HASH)).toBeUndefined();
  expect((await own.store.people(household, undefined, 1000)).changes).toEqual([]);
  expect(left(own.log.text)).toEqual([]);
});

test('deletion ends every session and live stream at once, and each phone gets account-gone', async () => {
  const phone = await registerHousehold(app().url);
  const tablet = await anotherDevice(phone);
  const streams = await Promise.all(
    [phone, tablet].map(({ cookie }) => listen(app().url, { cookie, cursor: 1 })),
  );
  expect((await phone.deleteAccount()).status).toBe(200);
  await Promise.all(streams.map(({ ended }) => ended));
  for (const { heard } of streams)
    expect(heard.at(-1)).toMatchObject({ name: 'closed', data: { code: 'signed-out' } });
  for (const { trySync } of [phone, tablet].map((one) => ({ trySync: () => one.trySync() }))) {
    const told = await trySync();
    expect(codeOf(told)).toBe('account-gone');
  }
  const again = await ask(tablet);
  expect(codeOf(again)).toBe('account-gone');
  expect((await get(app().url, '/api/who-am-i', { cookie: tablet.cookie })).body).toEqual({ account: null });
});

test('a notice already taken for sending is not sent once its family is deleted', async () => {
  const held = Promise.withResolvers<void>();
  const told: string[] = [];
  const own = await startApp({
    change: () => ({
      channel: async ({ notice }) => {
        told.push(notice.name);
        if (told.length === 1) await held.promise;
      },
    }),
  });
  const phone = await registerHousehold(own.url);
  const child = await phone.addChild();
  const [nils, ella] = [await phone.addGuest(child, 'Nils'), await phone.addGuest(child, 'Ella')];
  await phone.sync({ ops: [phone.op('checkIn', nils), phone.op('checkIn', ella)] });
  await until(() => told.length === 1);
  await phone.deleteAccount();
  held.resolve();
  await phone.trySync();
  await own.stop();
  expect(told).toEqual(['Nils']);
});
