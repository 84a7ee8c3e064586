import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { documentSchemas, type Friend, type Visit } from '#domain/documents.ts';
import { makeId } from '#domain/ids.ts';
import { parsePath, visitorPath, visitPath } from '#domain/paths.ts';
import { type Account, calls } from '#domain/protocol/calls.ts';
import { ownSteps as postgresSteps } from '#server/store/postgres/schema/own-steps.ts';
import { ownSteps as sqliteSteps } from '#server/store/sqlite/schema/own-steps.ts';
import { devicesOf } from '#tests/support/people/devices.ts';
import { accountIn, HouseholdOnPhone, PASSWORD } from '#tests/support/people/household.ts';
import { shownBy } from '#tests/support/people/linked-visit.ts';
import { done } from '#tests/support/people/two-parents.ts';
import { type AppOptions, startApp, until } from './app.ts';
import { codeOf, get, postJson } from './http.ts';

/** Returns a database of the baseline, as version 0.1.0 at commit 5a710333 made and filled it, as SQL. */
export const baseline = (store: 'sqlite' | 'postgres') => fixture(`baseline.${store}`);

/** The last schemas before both stores' became one: their steps, and SQL with rows for every table that is empty in a migrated baseline. */
export const LAST_OWN = {
  sqlite: {
    schemas: { baseline: 8, steps: sqliteSteps.slice(0, 4), tables: '' },
    rows: fixture('schema-12.sqlite'),
  },
  postgres: {
    schemas: { baseline: 7, steps: postgresSteps.slice(0, 4), tables: '' },
    rows: fixture('schema-11.postgres'),
  },
};

function fixture(name: string): string {
  return readFileSync(new URL(`../../fixtures/${name}.sql`, import.meta.url), 'utf8');
}

/** SQL after which the database of a test is no restored copy of it: its overdue notices would be dropped. */
export const IN_ITS_PLACE = {
  sqlite: "UPDATE store_epoch SET epoch = '', mark = ''",
  postgres: "UPDATE store_epoch SET epoch = '', home = ''",
};

/** The sentence that refuses a database from before the baseline, at schema 5. */
export const REFUSED =
  'The database is from before the first release of Framme (schema 5), and the last version that migrates it is 0.1.0 at ' +
  'commit 5a710333: start that one on it once, then this one again.';

/** Shortly after its notice is due. */
const WHEN = Date.parse('2026-05-04T13:30:00.000Z');
/** Of Bo's session. */
const SESSION = `framme=${'framme-baseline-session'.padEnd(43, '-')}`;
const secretOf = (byte: number) => makeId(Buffer.alloc(32, byte));
/** The secrets of the link to Ella's visit, and of an open invitation. */
const [LINK, INVITE] = [secretOf(5), secretOf(9)];
/** The hash of the invitation, which the first migration keeps among the links. */
const INVITE_HASH = createHash('sha256').update(INVITE).digest('base64url');
/** The row of links that the first migration adds for it. */
export const INVITE_ROW = { hash: INVITE_HASH, household: null, path: null, made_at: null };

async function startOn(appOptions: () => Promise<AppOptions>) {
  const app = await startApp(await appOptions());
  app.clock.set = WHEN - Date.now();
  const signIn = async (email: string) => {
    const answer = await postJson(app.url, calls.logIn.path, { email, password: PASSWORD });
    const phone = new HouseholdOnPhone(app.url, accountIn(answer), answer.cookie ?? '');
    phone.now = app.clock.now;
    return phone;
  };
  return { ...app, signIn, anna: await signIn('anna-lind@example.org') };
}

/** Tests of the family in the baseline, for every later version. `appOptions` starts the app on one. */
export function baselineContract(appOptions: () => Promise<AppOptions>): void {
  test('the family of the baseline finds everything, goes on, and its notice goes out', async () => {
    const { anna, printed, store } = await startOn(appOptions);
    const { sizes } = await store.transact(anna.account.household, (transaction) =>
      transaction.begin(anna.device, []),
    );
    const documents = await anna.documents();
    expect(JSON.parse(`${sizes}`)).toEqual([[expect.any(String), 2, 1]]);
    expect([...documents].map(([path, document]) => [kindOf(path), nameIn(document)]).toSorted()).toEqual([
      ['child', 'Kim Åkesson 🚲'],
      ['friend', 'Ella'],
      ['guest', 'Nils'],
      ['profile', 'Anna'],
      ['profile', 'Bo'],
      ['visit', 'Ella'],
      ['visit', 'Nils'],
    ]);
    for (const [path, document] of documents) v.assert(documentSchemas[kindOf(path)], document);
    await until(() => printed.length === 1);
    expect(printed).toEqual(['notice: "070-123 45 67" "Ella" in']);
    const { receivedAt, outcomes } = await anna.sync({
      ops: [anna.op('checkOut', ellaIn([...documents.keys()]))],
    });
    // The small versions of the baseline lie before all times.
    expect(outcomes).toMatchObject([{ result: 'done', version: receivedAt }]);
  });

  test('both parents of the baseline are there, and its link and its invitation lead where they led', async () => {
    const { anna, url, signIn } = await startOn(appOptions);
    const bo = await signIn('bo-berg@example.org');
    expect(bo.account.household).toBe(anna.account.household);
    const { parents } = await done(bo, 'parents', {});
    expect(parents.map(({ uid }) => uid).toSorted()).toEqual([anna.account.uid, bo.account.uid].toSorted());
    expect(await shownBy(url, LINK)).toMatchObject({ visitor: 'Ella' });
    expect(await done(bo, 'previewInvitation', { invitation: INVITE })).toMatchObject({ inviter: 'Anna' });
    const { body } = await get(url, '/api/activity', { cookie: anna.cookie });
    expect(JSON.stringify(body)).toContain('parent-invited');
  });
}

/** Tests of the sessions, the outcomes and the sequences in it. */
export function baselinePhonesContract(appOptions: () => Promise<AppOptions>): void {
  test('a session of the baseline goes on, stands in the list of devices, and ends when it would have', async () => {
    const { url, clock, signIn } = await startOn(appOptions);
    await signIn('bo-berg@example.org');
    const { body } = await get(url, '/api/who-am-i', { cookie: SESSION });
    const phone = new HouseholdOnPhone(url, (body as { account: Account }).account, SESSION);
    const devices = await devicesOf(phone);
    expect(devices).toHaveLength(2);
    expect(devices.find(({ isThis }) => isThis)).toMatchObject({
      createdAt: expect.stringContaining('12:30'),
    });
    const other = devices.find(({ isThis }) => !isThis)?.id;
    expect((await phone.post('/api/sign-out-device', { id: other })).status).toBe(200);
    expect(codeOf(await phone.post('/api/change-password', { password: PASSWORD }))).toBe(
      'reauthentication-needed',
    );
    clock.set = Date.parse('2026-07-04T16:00:00.000Z') - Date.now();
    expect((await get(url, '/api/who-am-i', { cookie: SESSION })).body).toEqual({ account: null });
  });

  test('taps that the baseline knew keep their outcomes and their order, and a sent notice is corrected', async () => {
    const { anna, printed, clock } = await startOn(appOptions);
    anna.device = 'annasphone00000000000000aa';
    const documents = await anna.documents();
    const ella = ellaIn([...documents.keys()]);
    const known = ['ellascheckin000000000000aa', 'ellasagain00000000000000aa', 'nobodyscheckin0000000000aa'];
    const { outcomes } = await anna.sync({ ops: known.map((op) => anna.op('checkIn', ella, { op })) });
    expect(outcomes).toMatchObject([
      { op: known[0], result: 'done', version: 16 },
      { op: known[1], result: 'done', version: 17, idle: true },
      { op: known[2], result: 'refused', refusal: { code: 'not-found' } },
    ]);
    const backwards = await anna.run('checkOut', ella, { sequence: 4 });
    expect(backwards).toMatchObject({ refusal: { code: 'out-of-order' } });
    await until(() => printed.length === 1);
    const { latest } = documents.get(visitorPath(ella)) as Friend;
    const undoing = { ...ella, visit: latest?.visit ?? '', undoes: latest?.op ?? '' };
    const { previous } = documents.get(visitPath(ella.child, undoing.visit)) as Visit;
    const args = { ...undoing, ...(previous ? { previous: previous.visit } : {}) };
    expect(await anna.run('undo', args, { sequence: 50 })).toMatchObject({ result: 'done' });
    clock.ahead += 60_000;
    await until(() => printed.length === 2);
    expect(printed[1]).toBe('notice: "070-123 45 67" "Ella" out (correction)');
  });
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
