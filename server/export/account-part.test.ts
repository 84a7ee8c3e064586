import { expect, test } from 'vitest';
import type { Friend } from '#domain/documents.ts';
import { answered, opened, refused } from '#domain/links/link-holder.ts';
import { visitorPath, visitPath } from '#domain/paths.ts';
import { calls } from '#domain/protocol/calls.ts';
import { isoTime } from '#domain/time.ts';
import { saveAsServer } from '#server/sync/save-as-server.ts';
import { csvOf, exportOf } from '#tests/support/people/exports.ts';
import { HOSTILE_NAMES } from '#tests/support/people/hostile-names.ts';
import { newId, registerHousehold } from '#tests/support/people/household.ts';
import { minute, NOON } from '#tests/support/people/stored-family.ts';
import { askFor } from '#tests/support/people/stored-following.ts';
import { done, hashOf, invite, twoParents } from '#tests/support/people/two-parents.ts';
import { shareApp, startApp } from '#tests/support/server/app.ts';
import { framme } from '#tests/support/server/framme-command.ts';

const app = shareApp();
const HOUR = 3_600_000;

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
  const previous = JSON.stringify({ email: 'forra@example.org', passwordHash: 'hash-of-before' });
  await store.putOneTimeToken({ kind: 'undo-email', hash: `undo-${uid}`, uid, body: previous, expiresAt });
  const nils = await phone.addGuest(await phone.addChild(), 'Nils', '@farmor');
  await phone.run('checkIn', nils);
  const { parsed, text: all } = await exportOf(phone);
  const { account, knownBrowsers, notices } = parsed;
  expect(account).toMatchObject({ newEmail: 'ny@example.org', passkeyRequiredSince: at });
  expect(account.formerEmails).toEqual(['forra@example.org']);
  const [{ since, until } = { since: '', until: '' }, ...more] = knownBrowsers;
  expect([Date.parse(until) - Date.parse(since), more]).toEqual([365 * 24 * HOUR, []]);
  expect(notices).toMatchObject([{ to: { userId: '@farmor' }, name: 'Nils', status: 'in' }]);
  for (const secret of [`hash-${uid}`, `undo-${uid}`, 'hash-of-before']) expect(all).not.toContain(secret);
  const { parsed: other } = await exportOf(await registerHousehold(url, 'Nguyen'));
  expect([other.notices, other.account.newEmail]).toEqual([[], null]);
});

test('names that look like markup, script or another field are exported as text', async () => {
  const { store } = app();
  const phone = await registerHousehold(app().url);
  const { uid } = phone.account;
  const child = await phone.addChild(HOSTILE_NAMES[0]);
  for (const [place, name] of HOSTILE_NAMES.entries()) {
    await phone.run('checkIn', await phone.addFriend(child, name));
    const passkey = { kind: 'passkey', key: `${uid} ${place}`, uid, createdAt: NOON } as const;
    await store.addCredential({ ...passkey, body: JSON.stringify({ name }) });
  }
  const [device] = await store.sessionsOf(uid, new Date().toISOString());
  await phone.post(calls.nameDevice.path, { id: device?.id, name: HOSTILE_NAMES[1] });
  const { children, visits, passkeys, devices } = (await exportOf(phone)).parsed;
  const names = HOSTILE_NAMES.toSorted();
  expect(children[0]?.friends.map(({ name }) => name).toSorted()).toEqual(names);
  expect(visits.map(({ visitor }) => visitor.name).toSorted()).toEqual(names);
  expect(passkeys.map(({ name }) => name).toSorted()).toEqual(names);
  expect(devices.map(({ name }) => name)).toEqual([HOSTILE_NAMES[1]]);
  const [headings = [], ...rows] = await csvOf(phone);
  expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([headings.length]));
  expect(rows.map(([, name = '']) => name.replace(/^'(?==)/, '')).toSorted()).toEqual(names);
  expect(rows.filter(([, name = '']) => name.startsWith('='))).toEqual([]);
});

const planned = isoTime(Date.now() + 3_600_000);

/** A family with a visit that has a planned time, a link that was opened and answered, and a friend who refused more. */
async function familyWithLink() {
  const phone = await registerHousehold(app().url);
  const ella = await phone.addFriend(await phone.addChild());
  const [arrival, hash] = [phone.op('checkIn', ella), newId().padEnd(43, '_')];
  const visit = arrival.op;
  const given = phone.op('giveLink', { ...ella, visit, hash });
  await phone.sync({
    ops: [arrival, given, phone.op('expectHome', { ...ella, visit, at: planned })],
  });
  const at = isoTime(Date.now());
  await app().store.transact(phone.account.household, async (transaction) => {
    const paths = [visitPath(ella.child, visit), visitorPath(ella)] as const;
    const stored = await transaction.load([{ paths }]);
    const [shown, friend] = [stored.get(paths[0]), stored.get(paths[1]) as Friend | undefined];
    const told = shown && answered(opened(shown, hash, at), { code: 'thanks' }, at);
    if (typeof told !== 'object' || !friend) throw new Error('no visit with a link');
    const writes = [
      { path: paths[0], document: told.visit },
      { path: paths[1], document: refused(friend, true, at) },
    ];
    await saveAsServer(transaction, writes, Date.parse(at), undefined);
  });
  return { phone, ella, visit, hash, at, link: { id: given.op, by: phone.account.uid } };
}

test('links are exported without what opens or names them, with answer, planned time and refusal', async () => {
  const { phone, visit, hash, at, link } = await familyWithLink();
  const { parsed, text } = await exportOf(phone);
  const { visits, children } = parsed;
  expect(visits).toMatchObject([{ id: visit, answer: { code: 'thanks', at }, expected: { at: planned } }]);
  expect(visits[0]?.links).toEqual([{ ...link, madeAt: expect.any(String), openedAt: at }]);
  expect(children[0]?.friends).toMatchObject([{ linkRefusal: { at, removalAskedAt: at } }]);
  expect(text).not.toContain(hash);
  expect((await csvOf(phone)).flat()).not.toContain(hash);
});

test('the CSV has the planned time in a column, in the zone of the visit', async () => {
  const { phone } = await familyWithLink();
  const [headings, row] = await csvOf(phone);
  const local = new Date(planned).toLocaleString('sv', { timeZone: 'Europe/Stockholm' }).slice(0, 16);
  expect(row?.[headings?.indexOf('Planerad hemtid') ?? -1]).toBe(local);
});

test("the export of a family holds nothing of another's links", async () => {
  const { visit, hash, link } = await familyWithLink();
  const other = await familyWithLink();
  const { uid } = other.phone.account;
  const { parsed, text } = await exportOf(other.phone);
  const files = text + JSON.stringify(await csvOf(other.phone));
  for (const theirs of [visit, hash, link.id, link.by]) expect(files).not.toContain(theirs);
  expect(parsed.visits[0]?.links).toMatchObject([{ by: uid }]);
});

test('a removed visit is exported without links, and one whose links were taken back too', async () => {
  const { phone, ella, visit, hash } = await familyWithLink();
  const { children: before } = (await exportOf(phone)).parsed;
  expect(before[0]?.removedVisits).toBeUndefined();
  await phone.run('deleteVisit', { ...ella, visit });
  const { children, visits } = (await exportOf(phone)).parsed;
  expect(visits).toEqual([]);
  const [removed] = children[0]?.removedVisits ?? [];
  expect(removed).toMatchObject({ id: visit, visit: { expected: { at: planned } } });
  for (const field of ['links', 'answer']) expect(removed?.visit).not.toHaveProperty(field);
  expect(await app().store.linked(hash)).toBeUndefined();
  const other = await familyWithLink();
  await other.phone.run('takeLinksBack', { ...other.ella, visit: other.visit });
  const [taken] = (await exportOf(other.phone)).parsed.visits;
  for (const field of ['links', 'answer']) expect(taken).not.toHaveProperty(field);
});

test('the export of one parent holds nothing of the other account but the name, nor the hash of an invitation', async () => {
  const app = await startApp();
  const { anna, bo } = await twoParents(app.url);
  const asking = await registerHousehold(app.url, 'Holm');
  const secret = await invite(bo);
  await done(asking, 'askToJoin', { invitation: secret });
  const ella = await anna.addFriend(await anna.addChild('Kim'), 'Ella');
  await anna.run('checkIn', ella);
  const { text, parsed } = await exportOf(anna);
  expect(parsed.parents?.map(({ name }) => name)).toEqual(['Astrid Lind', 'Astrid Berg']);
  expect(parsed.invitations).toMatchObject([{ by: 'Astrid Berg' }]);
  expect(parsed.visits).toHaveLength(1);
  for (const theirs of [bo.account.email, bo.account.uid, hashOf(secret), secret]) {
    expect(text).not.toContain(theirs);
  }
  for (const strange of [asking.account.uid, asking.account.email, 'Holm'])
    expect(text).not.toContain(strange);
  const other = await exportOf(bo);
  expect(other.text).not.toContain(anna.account.email);
  expect(other.parsed.children.map(({ name }) => name)).toEqual(['Kim']);
});

test('deleting one of two accounts leaves the family to the other, and nothing of the deleted one', async () => {
  const app = await startApp();
  const { anna, bo } = await twoParents(app.url);
  await bo.addChild('Kim');
  expect((await bo.deleteAccount()).status).toBe(200);
  const documents = JSON.stringify([...(await anna.documents())]);
  expect(documents).toContain('Kim');
  expect(documents).not.toContain(bo.account.email);
  expect((await done(anna, 'parents', {})).parents).toHaveLength(1);
  expect((await exportOf(anna)).text).not.toContain('Berg');
});

test('the host deletes one parent of two: the family stays with the other, who hears of it', async () => {
  const app = await startApp();
  const { anna, bo } = await twoParents(app.url);
  await bo.addChild('Kim');
  const { cursor } = await anna.sync();
  const { email } = bo.account;
  const { code, stdout } = await framme(app.place, 'delete', email, '--yes');
  expect([code, stdout]).toEqual([
    0,
    `The account of ${email} was deleted. Its family stays with its other parents.\n`,
  ]);
  const { changes, cursor: version } = await anna.sync({ cursor });
  expect(changes).toEqual([{ path: `profiles/${bo.account.uid}`, version }]);
  expect(version).toBeGreaterThan(cursor);
  expect((await bo.trySync()).status).toBe(401);
});

const partOf = ({ parsed: { followers, following } }: Awaited<ReturnType<typeof exportOf>>) => {
  return { followers, following };
};

test('both sides export who follows whom: names and times, of the other household no id, and no name before the yes', async () => {
  const app = await startApp();
  const host = await registerHousehold(app.url, 'Nguyen');
  const { anna, bo } = await twoParents(app.url);
  const third = await registerHousehold(app.url, 'Holm');
  const child = await host.addChild('Kim');
  const [ella, nils] = [await host.addFriend(child, 'Ella Lind'), await host.addGuest(child, 'Nils')];
  const { household } = host.account;
  const ask = async (ref: typeof ella | typeof nils, name: string, askedAt: string) =>
    (await askFor(app.store, { household, visitor: visitorPath(ref) }, anna.account, { name, askedAt })).id;
  const agreed = await ask(ella, 'Ella', NOON);
  await app.store.endFollower(household, await ask(nils, 'Nils', minute(1)), { refusedAt: minute(3) });
  await app.store.agreeToFollower(household, agreed, { at: minute(2), name: 'Ella' }, 3);
  const trip = { startedAt: minute(4), due: minute(15), zone: 'Europe/Stockholm' };
  await app.store.putComing(anna.account.household, agreed, { trip }, minute(75));

  const parents = ['Astrid Lind', 'Astrid Berg'];
  const ofHost = await exportOf(host);
  expect(partOf(ofHost)).toEqual({
    followers: [
      {
        ...{ visitor: ella.visitor, name: 'Ella', parents: expect.arrayContaining(parents) },
        ...{ askedAt: NOON, agreedAt: minute(2), linkMadeAt: NOON, refusedAt: null },
      },
      expect.objectContaining({
        ...{ visitor: nils.visitor, name: 'Nils', askedAt: minute(1), agreedAt: null, refusedAt: minute(3) },
      }),
    ],
    following: [],
  });
  for (const { account } of [anna, bo])
    for (const theirs of [account.uid, account.household, account.email, agreed])
      expect(ofHost.text).not.toContain(theirs);
  const ofHome = await exportOf(bo);
  expect(partOf(ofHome)).toEqual({
    followers: [],
    following: [
      {
        name: 'Ella',
        askedAt: NOON,
        agreedAt: minute(2),
        linkMadeAt: NOON,
        refusedAt: null,
        coming: { trip },
      },
      { name: null, askedAt: minute(1), agreedAt: null, linkMadeAt: NOON, refusedAt: minute(3), coming: {} },
    ],
  });
  for (const theirs of [household, host.account.uid, ella.visitor, child, agreed, 'Nils', 'Nguyen', 'Kim'])
    expect(ofHome.text).not.toContain(theirs);
  expect(partOf(await exportOf(third))).toEqual({ followers: [], following: [] });
});
