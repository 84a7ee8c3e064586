import { expect, test } from 'vitest';
import { type Document, documentSchemas, type Visit } from '#domain/documents.ts';
import { childPath, friendPath, guestPath, profilePath, visitPath } from '#domain/paths.ts';
import { EXPORT_PATHS } from '#domain/protocol/calls.ts';
import type { Export } from '#domain/protocol/export.ts';
import type { Store } from '#server/store/ports/store.ts';
import { csvOf, exportOf } from '#tests/support/people/exports.ts';
import {
  type HouseholdOnPhone,
  newId,
  PASSWORD,
  registerHousehold,
} from '#tests/support/people/household.ts';
import { aVisit } from '#tests/support/people/stored-family.ts';
import { type AppUnderTest, shareApp, startApp } from '#tests/support/server/app.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';

const app = shareApp();
const PATHS = Object.values(EXPORT_PATHS);

/** A family with a child, a checked-in friend, a guest with a corrected past visit, and a deleted friend. */
async function family(url = app().url): Promise<HouseholdOnPhone> {
  const phone = await registerHousehold(url);
  const child = await phone.addChild('Åke');
  const [ella, nils, gone] = [
    await phone.addFriend(child, '=Ella "Elle", Öst', '+46 70 123 45 67'),
    await phone.addGuest(child, 'Nils', '@farmor'),
    await phone.addFriend(child, 'Gone'),
  ];
  for (const visitor of [gone, nils]) {
    await phone.run('checkIn', visitor);
    const checkOut = phone.op('checkOut', visitor);
    const start = { ...visitor, checkOut: checkOut.op, since: 0, minutes: 15 };
    await phone.sendAll([checkOut, phone.op('startTrip', start)]);
  }
  const left = [...(await phone.documents())].find(([, document]) => isVisitOf(document, nils.visitor));
  const arrived = new Date(Date.now() - 3_600_000).toISOString();
  const visit = left?.[0].split('/').at(-1) ?? '';
  expect(await phone.run('correctVisit', { ...nils, visit, arrived })).toMatchObject({ result: 'done' });
  await phone.run('deleteFriend', { child, friend: gone.visitor });
  await phone.run('checkIn', ella);
  return phone;
}

function isVisitOf(document: Document, visitor: string): boolean {
  return 'visitor' in document && document.visitor.id === visitor;
}

const fetchAs = (phone: HouseholdOnPhone, path: string) => get(phone.url, path, { cookie: phone.cookie });

/** Returns the exported documents by path. */
function documentsIn({ profile, children, visits }: Export, uid: string): Map<string, object> {
  return new Map<string, object>([
    [profilePath(uid), profile],
    ...children.flatMap(({ id, friends, guests, ...child }): [string, object][] => [
      [childPath(id), child],
      ...friends.map(({ id: friend, ...rest }): [string, object] => [friendPath(id, friend), rest]),
      ...guests.map(({ id: guest, ...rest }): [string, object] => [guestPath(id, guest), rest]),
    ]),
    ...visits.map(({ id, child, ...visit }): [string, object] => [visitPath(child, id), visit]),
  ]);
}

/** Adds closed visits directly to the store. */
async function addVisits(store: Store, { account }: HouseholdOnPhone, child: string, count: number) {
  const visits = Array.from({ length: count }, (_, index) => {
    const visit = aVisit(newId(), -index * 60, -index * 60 + 30) as Visit;
    return { path: visitPath(child, newId()), visit };
  });
  await store.transact(account.household, async (transaction) => {
    const { version } = await transaction.begin('tests-device', []);
    const documents = visits.map(({ path, visit }) => ({ path, version: version + 1, document: visit }));
    const rest = { device: 'tests-device', lastSequence: 1, outcomes: [], notices: [] };
    await transaction.save({
      version: version + 1,
      documents,
      ...rest,
      recordedAt: '2026-05-04T12:00:00.000Z',
    });
  });
}

test('the export equals the documents, across many pages', async () => {
  const phone = await family();
  const [child = ''] = [...(await phone.documents()).keys()].filter((path) => /^children\/\w+$/.test(path));
  await addVisits(app().store, phone, child.split('/')[1] ?? '', 601);
  const everything = (await exportOf(phone)).parsed;
  expect(everything.visits).toHaveLength(604);
  expect(documentsIn(everything, phone.account.uid)).toEqual(await phone.documents());
  const kinds = Object.keys(documentSchemas);
  expect(kinds).toEqual(['profile', 'child', 'friend', 'guest', 'visit']);
});

test('the account part contains names and times, but no secret', async () => {
  const phone = await family();
  const { uid, email } = phone.account;
  const at = '2026-05-04T12:00:00.000Z';
  const credential = { uid, createdAt: at };
  await app().store.addCredential({
    ...{ kind: 'passkey', key: `key-${uid}` },
    body: JSON.stringify({ name: 'Pixel', publicKey: 'geheim', counter: 7, usedAt: at, synced: true }),
    ...credential,
  });
  await app().store.addCredential({
    ...{ kind: 'provider', key: `sub-${uid}`, body: JSON.stringify({ provider: 'google', issuer: 'x' }) },
    ...credential,
  });
  await app().store.addCredential({ kind: 'recovery-code', key: `code-${uid}`, body: '{}', ...credential });
  await postJson(phone.url, '/api/log-in', { email, password: PASSWORD });
  const { parsed, text } = await exportOf(phone);
  const { account, devices, passkeys, providers } = parsed;
  expect(account).toEqual({
    ...{ email, emailVerifiedAt: null, newEmail: null, formerEmails: [], hasPassword: true },
    ...{ passkeyRequiredSince: null, recoveryCodes: 1 },
  });
  expect(passkeys).toEqual([{ name: 'Pixel', createdAt: at, usedAt: at, synced: true }]);
  expect(providers).toEqual([{ name: 'google', createdAt: at }]);
  expect(devices).toHaveLength(2);
  const token = phone.cookie.split('=')[1] ?? '';
  const stored = await app().store.accountByUid(uid);
  for (const secret of [
    stored?.passwordHash ?? '-',
    token,
    'geheim',
    `code-${uid}`,
    `sub-${uid}`,
    '$argon2',
  ]) {
    expect(text).not.toContain(secret);
  }
  for (const { tokenHash } of await app().store.sessionsOf(uid, at)) expect(text).not.toContain(tokenHash);
});

test('the CSV is in the language and time zone of the parent, and contains no formula', async () => {
  const phone = await family();
  const { headers } = await fetchAs(phone, EXPORT_PATHS.visits);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  const [headings, ella, ...rest] = await csvOf(phone);
  expect(headings?.slice(0, 4)).toEqual(['Barn', 'Namn', 'Vän eller gäst', 'Telefon eller användar-id']);
  expect(ella?.slice(0, 5)).toEqual([
    ...['Åke', `'=Ella "Elle", Öst`, 'Vän', "'+46 70 123 45 67", 'Pågående'],
  ]);
  const nils = rest.find(([, name]) => name === 'Nils');
  // Newer fields have their columns behind these.
  expect(nils?.slice(0, 11)).toMatchObject([
    ...['Åke', 'Nils', 'Gäst', "'@farmor", 'Avslutad'],
    ...[expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/), expect.any(String), 'Europe/Stockholm', '60'],
    ...['Exakt', expect.stringMatching(/^kom .+ → .+$/)],
  ]);
  expect(nils?.slice(-2)).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/), '']);
  expect(ella?.slice(-2)).toEqual(['', '']);
  expect(rest.find(([, name]) => name === 'Gone')?.[3]).toBe('');
  await phone.run('updateProfile', { language: 'en' });
  const [[child, name] = []] = await csvOf(phone, ',');
  expect([child, name]).toEqual(['Child', 'Name']);
});

test('an added visit says so in both files, and a removed one stays traceable in the JSON', async () => {
  const phone = await registerHousehold(app().url);
  const ella = await phone.addFriend(await phone.addChild());
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const removed = phone.op('addVisit', { ...ella, arrived: ago(5), left: ago(4) });
  await phone.sync({ ops: [removed] });
  await phone.run('addVisit', { ...ella, arrived: ago(2), left: ago(1) });
  await phone.run('deleteVisit', { ...ella, visit: removed.op });
  const { children, visits } = (await exportOf(phone)).parsed;
  const { uid: by } = phone.account;
  expect(visits).toMatchObject([{ added: { by } }]);
  expect(children[0]?.removedVisits).toMatchObject([{ id: removed.op, by, visit: { added: { by } } }]);
  const [headings, ...rows] = await csvOf(phone);
  const added = headings?.indexOf('Tillagt i efterhand') ?? -1;
  expect(rows.map((row) => row[added])).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)]);
});

test('the CSV begins with a byte order mark, so that spreadsheets read å, ä and ö', async () => {
  const phone = await registerHousehold(app().url);
  const reply = await fetch(app().url + EXPORT_PATHS.visits, { headers: { cookie: phone.cookie } });
  const bytes = new Uint8Array(await reply.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
});

test.each(PATHS)('%s needs a session, contains only the own household, and is not cached', async (path) => {
  const [phone, other] = [await family(), await registerHousehold(app().url, 'Nguyen')];
  for (const cookie of ['', `framme=${'x'.repeat(43)}`]) {
    const nobody = await get(app().url, path, { cookie });
    expect(codeOf(nobody)).toBe('not-signed-in');
  }
  const { household, uid } = phone.account;
  const theirs = await get(app().url, `${path}?household=${household}&uid=${uid}`, { cookie: other.cookie });
  expect(theirs.status).toBe(200);
  for (const word of ['Åke', 'Ella', 'Nils', household, uid]) {
    expect(JSON.stringify(theirs.body)).not.toContain(word);
  }
  const own = await fetchAs(phone, path);
  expect(JSON.stringify(own.body)).toContain('Åke');
  expect(own.headers.get('content-disposition')).toMatch(
    /^attachment; filename="framme-[\d-]{10}\.(json|csv)"$/,
  );
  expect(own.headers.get('cache-control')).toBe('no-store');
  expect(own.headers.get('x-content-type-options')).toBe('nosniff');
});

/** Starts an app that records the size of each page of visits, and whose disk fails at one of them. */
function appReading(pages: number[], breaksAt: () => number): Promise<AppUnderTest> {
  return startApp({
    calls: (store) => ({
      async visits(household, before, limit) {
        if (pages.length === breaksAt()) throw new Error('the disk is gone');
        const page = await store.visits(household, before, limit);
        pages.push(page.changes.length);
        return page;
      },
    }),
  });
}

test('a long history is read page by page, and an aborted export fails instead of looking complete', async () => {
  const pages: number[] = [];
  let breaksAt = Number.POSITIVE_INFINITY;
  const reading = await appReading(pages, () => breaksAt);
  const phone = await registerHousehold(reading.url);
  await addVisits(reading.store, phone, await phone.addChild(), 1100);
  pages.length = 0;
  await exportOf(phone);
  expect(pages).toEqual([500, 500, 100]);
  breaksAt = 2;
  for (const path of PATHS) {
    pages.length = 0;
    await expect(fetchAs(phone, path)).rejects.toThrow();
  }
  breaksAt = Number.POSITIVE_INFINITY;
  pages.length = 0;
  expect((await exportOf(phone)).parsed.visits).toHaveLength(1100);
});
