import * as v from 'valibot';
import { expect, test } from 'vitest';
import { calls, EXPORT_PATHS } from '#domain/protocol/calls.ts';
import { type Export, exportSchema } from '#domain/protocol/export.ts';
import { readCsv } from '#tests/support/csv.ts';
import { HOSTILE_NAMES } from '#tests/support/people/hostile-names.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { shareApp, startApp } from '#tests/support/server/app.ts';

const app = shareApp();
const HOUR = 3_600_000;

async function textOf({ url, cookie }: HouseholdOnPhone, path: string): Promise<string> {
  const reply = await fetch(url + path, { headers: { cookie } });
  return reply.text();
}

async function everythingOf(phone: HouseholdOnPhone): Promise<Export> {
  return v.parse(exportSchema, JSON.parse(await textOf(phone, EXPORT_PATHS.everything)));
}

test('the export contains the passkey requirement, a pending e-mail and waiting notices, and no secret of a link', async () => {
  const { store, url } = await startApp({ env: { NOTICE_HOLD_SECONDS: '60' } });
  const phone = await registerHousehold(url);
  const { uid } = phone.account;
  const at = new Date().toISOString();
  await store.addCredential({ kind: 'passkey', key: `key-${uid}`, uid, body: '{"name":"x"}', createdAt: at });
  await store.requirePasskey(uid, at);
  const body = JSON.stringify({ email: 'ny@example.org', emailKey: 'ny@example.org' });
  const expiresAt = new Date(Date.now() + HOUR).toISOString();
  await store.putOneTimeToken({ kind: 'change-email', hash: `hash-${uid}`, uid, body, expiresAt });
  const former = JSON.stringify({ email: 'forra@example.org', passwordHash: 'hash-of-before' });
  await store.putOneTimeToken({ kind: 'undo-email', hash: `undo-${uid}`, uid, body: former, expiresAt });
  const nils = await phone.addGuest(await phone.addChild(), 'Nils', '@farmor');
  await phone.run('checkIn', nils);
  const { account, knownBrowsers, notices } = await everythingOf(phone);
  expect(account).toMatchObject({ newEmail: 'ny@example.org', passkeyRequiredSince: at });
  expect(account.formerEmails).toEqual(['forra@example.org']);
  const [{ since, until } = { since: '', until: '' }, ...more] = knownBrowsers;
  expect([Date.parse(until) - Date.parse(since), more]).toEqual([365 * 24 * HOUR, []]);
  expect(notices).toMatchObject([{ to: { userId: '@farmor' }, name: 'Nils', status: 'in' }]);
  const all = await textOf(phone, EXPORT_PATHS.everything);
  for (const secret of [`hash-${uid}`, `undo-${uid}`, 'hash-of-before']) expect(all).not.toContain(secret);
  const other = await everythingOf(await registerHousehold(url, 'Nguyen'));
  expect([other.notices, other.account.newEmail]).toEqual([[], null]);
});

test('names that look like markup, script or another field are exported as text', async () => {
  const { store } = app();
  const phone = await registerHousehold(app().url);
  const { uid } = phone.account;
  const child = await phone.addChild(HOSTILE_NAMES[0]);
  for (const [place, name] of HOSTILE_NAMES.entries()) {
    await phone.run('checkIn', await phone.addFriend(child, name));
    const passkey = {
      kind: 'passkey',
      key: `${uid} ${place}`,
      uid,
      createdAt: '2026-05-04T12:00:00.000Z',
    } as const;
    await store.addCredential({ ...passkey, body: JSON.stringify({ name }) });
  }
  const [device] = await store.sessionsOf(uid, new Date().toISOString());
  await phone.post(calls.nameDevice.path, { id: device?.id, name: HOSTILE_NAMES[1] });
  const { children, visits, passkeys, devices } = await everythingOf(phone);
  const names = HOSTILE_NAMES.toSorted();
  expect(children[0]?.friends.map(({ name }) => name).toSorted()).toEqual(names);
  expect(visits.map(({ visitor }) => visitor.name).toSorted()).toEqual(names);
  expect(passkeys.map(({ name }) => name).toSorted()).toEqual(names);
  expect(devices.map(({ name }) => name)).toEqual([HOSTILE_NAMES[1]]);
  const [headings = [], ...rows] = readCsv((await textOf(phone, EXPORT_PATHS.visits)).replace('\ufeff', ''));
  expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([headings.length]));
  expect(rows.map(([, name = '']) => name.replace(/^'(?==)/, '')).toSorted()).toEqual(names);
  expect(rows.filter(([, name = '']) => name.startsWith('='))).toEqual([]);
});
