import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { documentSchemas, type Friend, type Visit } from '#domain/documents.ts';
import { parsePath, visitorPath, visitPath } from '#domain/paths.ts';
import { type Account, calls } from '#domain/protocol/calls.ts';
import { devicesOf } from '#tests/support/people/devices.ts';
import { accountIn, HouseholdOnPhone, PASSWORD } from '#tests/support/people/household.ts';
import { type AppOptions, startApp, until } from './app.ts';
import { codeOf, get, postJson } from './http.ts';

const WHEN = Date.parse('2026-05-04T16:00:00.000Z');

/** The schemas of which a file holds what they had beside the one before in the list, with rows. */
const FIXTURES = { sqlite: [1, 2, 3, 6, 7], postgres: [1, 2, 5] } as const;

/** Returns a released schema with a household in it, as SQL. */
export function fixture<S extends keyof typeof FIXTURES>(
  schema: (typeof FIXTURES)[S][number],
  store: S,
): string {
  return FIXTURES[store]
    .filter((part) => part <= schema)
    .map((part) => new URL(`../../fixtures/schema-${part}.${store}.sql`, import.meta.url))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
}

/** Rows of SQLite's schema 5 and PostgreSQL's 4 after a change of address: its reservation, and the link that undoes it. */
export const RESERVED_ADDRESS = `INSERT INTO tickets (kind, hash, body, expires_at) VALUES
  ('undo-email', 'reservation', '{}', '2026-12-01T12:00:00.000Z'),
  ('undo-email', 'link', '{"emailKey":"anna@example.org"}', '2026-12-01T12:00:00.000Z')`;

/** A link and an open invitation of SQLite's schema 8 and PostgreSQL's 7; HOUSEHOLD stands for the household's key. */
export const GIVEN = `INSERT INTO visit_links (hash, household, path, made_at)
    VALUES ('a-link', HOUSEHOLD, 'children/a/visits/b', '2026-11-01T12:00:00.000Z');
  INSERT INTO tickets (kind, hash, body, expires_at)
    VALUES ('parent-invite', 'an-invite', '{}', '2026-11-04T12:00:00.000Z')`;

/** Returns the rows of links that the next schema makes of these. */
export const givenRows = (household: unknown) => [
  { hash: 'a-link', household, path: 'children/a/visits/b', made_at: '2026-11-01T12:00:00.000Z' },
  { hash: 'an-invite', household: null, path: null, made_at: null },
];

/** The session in schema 2, with a known token. */
const SESSION = `framme=${'framme-schema-2-session'.padEnd(43, '-')}`;

/** Tests of the session in schema 2. `appOptions` starts the app on it. */
export function releasedSessionContract(appOptions: () => Promise<AppOptions>): void {
  test('a session of schema 2 goes on, stands in the list of devices, and ends when it would have', async () => {
    const { url, clock } = await startApp(await appOptions());
    const goTo = (time: string) => {
      clock.set = Date.parse(time) - Date.now();
    };
    goTo('2026-05-04T16:00:00.000Z');
    const { body } = await get(url, '/api/who-am-i', { cookie: SESSION });
    const phone = new HouseholdOnPhone(url, (body as { account: Account }).account, SESSION);
    const devices = await devicesOf(phone);
    expect(devices).toHaveLength(2);
    expect(new Set(devices.map(({ id }) => id)).size).toBe(2);
    expect(devices.find(({ isThis }) => isThis)).toMatchObject({
      name: '',
      createdAt: '2026-05-04T12:30:00.061Z',
    });
    const other = devices.find(({ isThis }) => !isThis)?.id;
    expect((await phone.post('/api/sign-out-device', { id: other })).status).toBe(200);
    expect(codeOf(await phone.post('/api/change-password', { password: PASSWORD }))).toBe('proof-needed');
    goTo('2026-07-04T16:00:00.000Z');
    expect((await get(url, '/api/who-am-i', { cookie: SESSION })).body).toEqual({ account: null });
  });
}

/** Tests of the household in the fixtures, for every later version. `appOptions` starts the app on one. */
export function releasedHouseholdContract(appOptions: () => Promise<AppOptions>): void {
  test('the family of schema 1 signs in, finds everything, goes on, and its notices go out', async () => {
    const { url, printed, clock, store } = await startApp(await appOptions());
    clock.set = WHEN - Date.now();
    const phone = await signIn(url);
    phone.now = clock.now;
    const { sizes } = await store.transact(phone.account.household, (transaction) =>
      transaction.begin(phone.device, []),
    );
    const documents = await phone.documents();
    const open = [...documents.values()].filter((one) => 'open' in one && one.open).length;
    expect(JSON.parse(`${sizes}`)).toEqual([[expect.any(String), 2, open]]);
    expect([...documents].map(([path, document]) => [kindOf(path), nameIn(document)]).toSorted()).toEqual([
      ['child', 'Kim Åkesson 🚲'],
      ['friend', 'Ella'],
      ['guest', 'Nils'],
      ['profile', 'Astrid'],
      ['visit', 'Ella'],
      ['visit', 'Ella'],
      ['visit', 'Nils'],
    ]);
    for (const [path, document] of documents) v.assert(documentSchemas[kindOf(path)], document);
    await until(() => printed.length === 2);
    expect(printed).toEqual(['notice: "070-123 45 67" "Ella" in', 'notice: "farmor-i-Lund" "Nils" in']);
    const { cursor } = await phone.sync();
    const { receivedAt, outcomes } = await phone.sync({
      ops: [phone.op('checkOut', ellaIn([...documents.keys()]))],
    });
    // The small versions of the early schemas lie before all times.
    expect([cursor, outcomes]).toMatchObject([10, [{ result: 'done', version: receivedAt }]]);
  });
}

/** Tests of a family whose schema knew no links. `appOptions` starts the app on one. */
export function releasedVisitContract(appOptions: () => Promise<AppOptions>): void {
  test('a visit from before there were links gets a link, which leads to it', async () => {
    const { url, clock, store } = await startApp(await appOptions());
    clock.set = WHEN - Date.now();
    const phone = await signIn(url);
    phone.now = clock.now;
    const documents = await phone.documents();
    const ella = ellaIn([...documents.keys()]);
    const { openVisit: visit = '' } = documents.get(visitorPath(ella)) as Friend;
    const hash = 'h'.repeat(43);
    expect(await phone.run('giveLink', { ...ella, visit, hash })).toMatchObject({ result: 'done' });
    expect(await store.linked(hash)).toMatchObject({
      ...{ household: phone.account.household, path: visitPath(ella.child, visit), ref: ella },
      ...{ visitor: { name: 'Ella' }, child: { name: 'Kim Åkesson 🚲' }, keepVisits: 365 },
    });
    // The sign-in of that day that was stored, and this one.
    const { body } = await get(url, '/api/activity', { cookie: phone.cookie });
    expect(body).toMatchObject({ activity: [{ event: 'sign-in', times: 2 }] });
  });
}

/** Tests of the outcomes and sequences in schema 3. `appOptions` starts the app on it. */
export function releasedOutcomeContract(appOptions: () => Promise<AppOptions>): void {
  test('taps that schema 3 knew keep their outcomes and their order, and a sent notice is corrected', async () => {
    const { url, printed, clock } = await startApp(await appOptions());
    clock.set = WHEN - Date.now();
    const phone = await signIn(url);
    phone.now = clock.now;
    phone.device = 'm2tablet0000000000';
    const documents = await phone.documents();
    const ella = ellaIn([...documents.keys()]);
    const known = ['7xxvk5n731pt290m9mp2gpae20', 'm2refusedop0000000', 'm2unchangedop00000'];
    const { outcomes } = await phone.sync({ ops: known.map((op) => phone.op('checkIn', ella, { op })) });
    expect(outcomes).toEqual([
      { op: known[0], result: 'done', version: 5, receivedAt: 1777896000091 },
      { op: known[1], result: 'refused', refusal: { code: 'superseded' } },
      {
        ...{ op: known[2], result: 'done', version: 9, since: '2026-05-04T14:00:00.104Z' },
        receivedAt: 1777903200110,
      },
    ]);
    const backwards = await phone.run('checkOut', ella, { sequence: 4 });
    expect(backwards).toMatchObject({ refusal: { code: 'out-of-order' } });
    await until(() => printed.length === 2);
    const { latest } = documents.get(visitorPath(ella)) as Friend;
    const undoing = { ...ella, visit: latest?.visit ?? '', undoes: latest?.op ?? '' };
    const { previous } = documents.get(visitPath(ella.child, undoing.visit)) as Visit;
    const undone = await phone.run(
      'undo',
      { ...undoing, ...(previous ? { previous: previous.visit } : {}) },
      { sequence: 5 },
    );
    expect(undone).toMatchObject({ result: 'done', version: expect.any(Number) });
    clock.ahead += 60_000;
    await until(() => printed.length === 3);
    expect(printed[2]).toBe('notice: "070-123 45 67" "Ella" out (correction)');
  });
}

async function signIn(url: string): Promise<HouseholdOnPhone> {
  const email = 'lindgren-rv9wyhyy@example.org';
  const answer = await postJson(url, calls.logIn.path, { email, password: PASSWORD });
  return new HouseholdOnPhone(url, accountIn(answer), answer.cookie ?? '');
}

function kindOf(path: string) {
  const kind = parsePath(path)?.kind;
  if (!kind) throw new Error(`${path} is no path`);
  return kind;
}

function nameIn(document: object): string {
  if ('firstName' in document) return String(document.firstName);
  if ('visitor' in document) return (document.visitor as { name: string }).name;
  return 'name' in document ? String(document.name) : '';
}

function ellaIn(paths: string[]) {
  const { child = '', id = '' } = parsePath(paths.find((path) => path.includes('/friends/')) ?? '') ?? {};
  return { child, kind: 'friend', visitor: id } as const;
}
