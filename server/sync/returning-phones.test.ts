import { expect, test } from 'vitest';
import type { Friend, Visit } from '#domain/documents.ts';
import { type VisitorRef, visitorPath, visitPath } from '#domain/paths.ts';
import { calls } from '#domain/protocol/calls.ts';
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from '#domain/time.ts';
import { expireVisitsOf } from '#server/retention/expire-visits.ts';
import { type HouseholdOnPhone, newId } from '#tests/support/people/household.ts';
import { linkTo, seeVisit } from '#tests/support/people/linked-visit.ts';
import { again, familyOnTwoPhones, logOf, shareRestoredApp } from '#tests/support/restore/restored-app.ts';
import { postJson } from '#tests/support/server/http.ts';

const { app, restore, store } = shareRestoredApp();
const ago = (minutes: number) => Date.now() - minutes * MINUTE_MS;

async function visitsOf(phone: HouseholdOnPhone): Promise<Visit[]> {
  const documents = [...(await phone.documents())];
  return documents.flatMap(([path, document]) => (path.includes('/visits/') ? [document as Visit] : []));
}

async function friendOf(phone: HouseholdOnPhone, ref: VisitorRef): Promise<Friend | undefined> {
  return (await phone.documents()).get(visitorPath(ref)) as Friend | undefined;
}

test.each([
  ['the first', 10_000],
  ['the first', 2 * DAY_MS],
  ['the second', 10_000],
  ['the second', 2 * DAY_MS],
])('two phones bring back their taps, %s at once and the other %i ms later', async (first, delay) => {
  const { a, b, ella } = await familyOnTwoPhones(app().url);
  await a.run('checkIn', ella, { tappedAt: ago(60) });
  restore();
  const at = [50, 40, 30, 20, 10].map(ago);
  const [out1 = 0, in2 = 0, out2 = 0, in3 = 0, out3 = 0] = at;
  const ofA = [again(a.op('checkOut', ella), out2), again(a.op('checkIn', ella), in3)];
  const ofB = [
    again(b.op('checkOut', ella), out1),
    again(b.op('checkIn', ella), in2),
    again(b.op('checkOut', ella), out3),
  ];
  const returning = [
    [a, ofA],
    [b, ofB],
  ] as const;
  for (const [phone, ops] of first === 'the first' ? returning : returning.toReversed()) {
    const { outcomes } = await phone.sync({ ops });
    expect(outcomes.map(({ op, result }) => [op, result])).toEqual(ops.map(({ op }) => [op, 'done']));
    app().clock.ahead += delay;
  }
  expect(await friendOf(a, ella)).toMatchObject({ status: 'out', timestamp: isoTime(out3) });
  const spans = (await visitsOf(a)).map(({ arrived, left, open }) => [arrived?.at, left?.at, open]);
  expect(spans.toSorted()).toEqual([
    [expect.any(String), isoTime(out1), false],
    [isoTime(in2), isoTime(out2), false],
    [isoTime(in3), isoTime(out3), false],
  ]);
});

// docs/sync.md: RS3
test('a tap since the restore makes way for one that was there before it', async () => {
  const { a, b, ella } = await familyOnTwoPhones(app().url);
  restore();
  const { op: late } = await a.run('checkIn', ella);
  expect(await visitsOf(a)).toMatchObject([{ arrived: { op: late } }]);
  const early = again(b.op('checkIn', ella), ago(20));
  await b.sync({ ops: [early] });
  expect(await visitsOf(a)).toMatchObject([{ arrived: { op: early.op }, open: true }]);
});

test('an edit that was stored is not undone by an older one, nor by the loss of what it replaced', async () => {
  const { a, b, ella, child } = await familyOnTwoPhones(app().url);
  restore();
  const edit = (phone: HouseholdOnPhone, name: string, was: string) =>
    phone.op('editFriend', { child, friend: ella.visitor, name, was: { name: was } });
  const name = async () => (await friendOf(a, ella))?.name;
  await a.sync({ ops: [again(edit(a, 'Elsa', 'of a phone that never returns'), ago(30))] });
  expect(await name()).toBe('Elsa');
  await a.sync({ ops: [edit(a, 'Elin', 'Elsa')] });
  await b.sync({ ops: [again(edit(b, 'Sam', 'Ella'), ago(20))] });
  expect(await name()).toBe('Elin');
});

// docs/sync.md: RS5
test('a tap about a friend whom another phone brings is done, and has its effect once that one returns', async () => {
  const { a, b, child } = await familyOnTwoPhones(app().url);
  restore();
  const omar = { child, kind: 'friend', visitor: newId() } as const;
  const arrival = again(b.op('checkIn', omar), ago(10));
  for (let time = 0; time < 2; time += 1)
    expect((await b.sync({ ops: [arrival] })).outcomes).toEqual([
      { op: arrival.op, result: 'done', version: expect.any(Number), dormant: true },
    ]);
  expect(await visitsOf(b)).toEqual([]);
  const args = { child, friend: omar.visitor, name: 'Omar', parentPhone: '070-765 43 21' };
  const { outcomes } = await a.sync({ ops: [again(a.op('addFriend', args), ago(20))] });
  expect(outcomes).toMatchObject([{ result: 'done' }]);
  expect(await friendOf(a, omar)).toMatchObject({ status: 'in', openVisit: arrival.op });
  const [known] = (await b.sync({ ops: [arrival] })).outcomes;
  expect(known).toMatchObject({ op: arrival.op, result: 'done', receivedAt: expect.any(Number) });
  expect(known).not.toHaveProperty('dormant');
});

// docs/sync.md: RS5
test('one whose friend nobody brought in 14 days is refused for good', async () => {
  const { b, child } = await familyOnTwoPhones(app().url);
  restore();
  const op = again(b.op('checkIn', { child, kind: 'friend', visitor: newId() }), ago(10));
  expect((await b.sync({ ops: [op] })).outcomes).toMatchObject([{ dormant: true }]);
  app().clock.ahead = 14 * DAY_MS + HOUR_MS;
  const refused = [{ op: op.op, result: 'refused', refusal: { code: 'not-found' } }];
  for (let time = 0; time < 2; time += 1) expect((await b.sync({ ops: [op] })).outcomes).toEqual(refused);
});

test('the first look and the answer of a reader survive what phones bring back', async () => {
  const { a, b, ella } = await familyOnTwoPhones(app().url);
  const { link, visit } = await linkTo(a, ella);
  restore();
  const arrived = isoTime(ago(120));
  await a.sync({ ops: [again(a.op('correctVisit', { ...ella, visit, arrived }), ago(20))] });
  expect((await seeVisit(app().url, link, { shown: true })).status).toBe(200);
  expect(
    (await postJson(app().url, calls.answerVisit.path, { link, answer: { code: 'thanks' } })).status,
  ).toBe(200);
  const before = (await a.documents()).get(visitPath(ella.child, visit)) as Visit;
  expect(before).toMatchObject({ answer: { code: 'thanks' }, links: [{ openedAt: expect.any(String) }] });
  await b.sync({ ops: [again(b.op('stayNight', { ...ella, visit, stays: true }), ago(15))] });
  const after = (await a.documents()).get(visitPath(ella.child, visit));
  expect(after).toEqual({ ...before, staysNight: expect.anything() });
});

test('a visit that the server removed by its age stays removed', async () => {
  const { a, b, ella } = await familyOnTwoPhones(app().url);
  const [arrived, left] = [ago(40 * 24 * 60), ago(40 * 24 * 60 - 30)].map(isoTime) as [string, string];
  const old = a.op('addVisit', { ...ella, arrived, left });
  await a.sync({ ops: [old] });
  restore();
  const visit = old.op;
  const corrected = isoTime(ago(40 * 24 * 60 + 30));
  await a.sync({ ops: [again(a.op('correctVisit', { ...ella, visit, arrived: corrected }), ago(20))] });
  await a.run('keepVisits', { days: 30 });
  await expireVisitsOf({ store: store(), now: app().clock.now }, a.account.household);
  expect(await visitsOf(a)).toEqual([]);
  await b.sync({ ops: [again(b.op('checkIn', ella), ago(15))] });
  expect(await visitsOf(a)).toMatchObject([{ open: true }]);
});

// docs/sync.md: RS8
test('a removal for good ends the log of its child: what was removed is nowhere in it, and comes back by nothing', async () => {
  const { a, b, ella, child } = await familyOnTwoPhones(app().url);
  restore();
  const [arrival, departure] = [
    again(a.op('checkIn', ella), ago(30)),
    again(a.op('checkOut', ella), ago(25)),
  ];
  await a.sync({ ops: [arrival, departure] });
  expect((await logOf(store(), a, child)).size).toBeGreaterThan(2);
  await a.run('deleteVisit', { ...ella, visit: arrival.op, forGood: true });
  expect(await logOf(store(), a, child)).toEqual(new Map());
  await b.sync({
    ops: [again(b.op('correctVisit', { ...ella, visit: arrival.op, arrived: isoTime(ago(60)) }), ago(20))],
  });
  expect(await visitsOf(a)).toEqual([]);
});

test.each(['by a tap since the restore', 'by one from before it'])(
  'a child that was removed, %s, stays so',
  async (when) => {
    const { a, b, ella, child } = await familyOnTwoPhones(app().url);
    restore();
    const removal = a.op('deleteChild', { child });
    await a.sync({ ops: [when.includes('since') ? removal : again(removal, ago(20))] });
    const ops = [
      again(b.op('checkIn', ella), ago(30)),
      again(b.op('addFriend', { child, friend: newId(), name: 'Omar', parentPhone: '070-1' }), ago(10)),
    ];
    const { outcomes } = await b.sync({ ops });
    expect(outcomes.map(({ result }) => result)).toEqual(['done', 'done']);
    expect([...(await a.documents()).keys()]).toEqual([`profiles/${a.account.uid}`]);
    expect((await logOf(store(), a, child)).size).toBe(0);
  },
);
