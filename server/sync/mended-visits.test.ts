import { expect, test } from 'vitest';
import type { Child, Friend, Visit } from '#domain/documents.ts';
import { childPath, friendPath, visitPath } from '#domain/paths.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { shareApp } from '#tests/support/server/app.ts';

const app = shareApp();
const MINUTE = 60_000;

/** A family whose friend Ella is here, since a tap of the first of its two phones. */
async function ellaIsHere() {
  const phone = await registerHousehold(app().url);
  const other = phone.anotherPhone();
  const child = await phone.addChild();
  const ella = await phone.addFriend(child);
  const tap = phone.op('checkIn', ella, { tappedAt: Date.now() - 60 * MINUTE });
  await phone.sync({ ops: [tap] });
  const visit = { ...ella, visit: tap.op };
  const stored = async () => {
    const documents = await other.documents();
    const friend = documents.get(friendPath(child, ella.visitor)) as Friend;
    const removed = (documents.get(childPath(child)) as Child).removedVisits ?? [];
    return { friend, removed, visit: documents.get(visitPath(child, tap.op)) as Visit | undefined };
  };
  return { phone, other, ella, visit, stored };
}

/** The last time of a visit, by which it is put back. */
const lastOf = (visit: Visit | undefined) => (visit?.left ?? visit?.arrived)?.at ?? '';

test('two phones that remove an open visit at once remove it once, and the tombstone reaches a phone', async () => {
  const { phone, other, visit, stored } = await ellaIsHere();
  const { cursor } = await other.sync();
  const both = await Promise.all([phone.run('deleteVisit', visit), other.run('deleteVisit', visit)]);
  expect(both).toMatchObject([{ result: 'done' }, { result: 'done' }]);
  const { friend, removed } = await stored();
  expect(friend).toMatchObject({ status: 'out' });
  expect(friend).not.toHaveProperty('timestamp');
  expect(removed).toMatchObject([{ id: visit.visit, by: phone.account.uid }]);
  const { changes } = await other.sync({ cursor });
  expect(changes.find(({ path }) => path === visitPath(visit.child, visit.visit))).not.toHaveProperty(
    'document',
  );
});

test('a removal is put back from the other phone, and a check-in meanwhile supersedes it', async () => {
  const { phone, other, ella, visit, stored } = await ellaIsHere();
  const before = await stored();
  const back = { ...visit, last: lastOf(before.visit) };
  await phone.run('deleteVisit', visit);
  expect(await other.run('restoreVisit', back)).toMatchObject({ result: 'done' });
  expect(await stored()).toEqual(before);
  await phone.run('deleteVisit', visit);
  await phone.run('checkIn', ella);
  expect(await other.run('restoreVisit', back)).toMatchObject({ refusal: { code: 'superseded' } });
});

test('what an offline phone did to a removed visit arrives late and changes nothing', async () => {
  const { phone, other, ella, visit, stored } = await ellaIsHere();
  await phone.run('checkOut', ella);
  await phone.run('checkIn', ella);
  await phone.run('deleteVisit', visit);
  const offline = { tappedAt: Date.now() - 30 * MINUTE };
  const ops = [
    other.op('correctVisit', { ...visit, left: new Date(offline.tappedAt).toISOString() }, offline),
    other.op('stayNight', { ...visit, stays: true }, offline),
    other.op('deleteVisit', visit, offline),
  ];
  const { outcomes } = await other.sync({ ops });
  expect(outcomes).toMatchObject([
    { refusal: { code: 'not-found' } },
    { refusal: { code: 'not-found' } },
    { result: 'done' },
  ]);
  expect((await stored()).visit).toBeUndefined();
  expect((await stored()).friend).toMatchObject({ status: 'in' });
});

test('a departure is given to an open visit once, whichever phone is first', async () => {
  const { phone, other, ella, visit, stored } = await ellaIsHere();
  const left = new Date(Date.now() - 30 * MINUTE).toISOString();
  expect(await phone.run('correctVisit', { ...visit, left })).toMatchObject({ result: 'done' });
  expect(await other.run('checkOut', ella)).toMatchObject({ result: 'done', since: left });
  expect(await stored()).toMatchObject({
    friend: { status: 'out', timestamp: left },
    visit: { open: false, left: { at: left }, corrections: [{ end: 'left', to: left }] },
  });
});

test('one answer that the visitor stays the night is an answer on both phones', async () => {
  const { phone, other, visit, stored } = await ellaIsHere();
  await phone.run('stayNight', { ...visit, stays: true });
  expect((await stored()).visit?.staysNight).toMatchObject({ by: phone.account.uid });
  await other.run('stayNight', { ...visit, stays: false });
  expect((await stored()).visit).not.toHaveProperty('staysNight');
});

test('an added visit is stored once, says who added it, and can be removed and put back', async () => {
  const { phone, other, ella, stored } = await ellaIsHere();
  const [arrived, left] = [-180, -120].map((minutes) =>
    new Date(Date.now() + minutes * MINUTE).toISOString(),
  );
  const op = phone.op('addVisit', { ...ella, arrived: arrived ?? '', left: left ?? '' });
  for (let i = 0; i < 2; i++) await phone.sync({ ops: [op] });
  const documents = await other.documents();
  const visits = [...documents].filter(([path]) => path.includes('/visits/'));
  expect(visits).toHaveLength(2);
  const added = documents.get(visitPath(ella.child, op.op));
  expect(added).toMatchObject({ open: false, arrived: { at: arrived }, added: { by: phone.account.uid } });
  expect((await stored()).friend).toMatchObject({ status: 'in' });
  await other.run('deleteVisit', { ...ella, visit: op.op });
  await other.run('restoreVisit', { ...ella, visit: op.op, last: left ?? '' });
  expect((await other.documents()).get(visitPath(ella.child, op.op))).toEqual(added);
});
