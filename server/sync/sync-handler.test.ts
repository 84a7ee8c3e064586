import { expect, test } from 'vitest';
import type { Friend, Visit } from '#domain/documents.ts';
import { visitorPath } from '#domain/paths.ts';
import type { Outcome } from '#domain/protocol/sync.ts';
import { newId, registerHousehold } from '#tests/support/people/household.ts';
import { startApp } from '#tests/support/server/app.ts';

/** A family with a child and a friend without visits, on a phone and a server that go by this clock. */
async function atHome(now = Date.now) {
  const app = await startApp({ change: () => ({ now }) });
  const phone = await registerHousehold(app.url);
  phone.now = now;
  const ella = await phone.addFriend(await phone.addChild());
  const friend = async () => (await phone.documents()).get(visitorPath(ella)) as Friend;
  const visits = async () =>
    [...(await phone.documents())].flatMap(([path, document]) =>
      path.includes('/visits/') ? [document as Visit] : [],
    );
  return { app, phone, ella, friend, visits };
}

// docs/sync.md: OP1
test('an op sent again gets the outcome it had and changes nothing', async () => {
  const { phone, ella } = await atHome();
  const ops = [phone.op('checkIn', ella), phone.op('checkOut', ella)];
  const first = await phone.sync({ ops });
  expect(first.outcomes.map(({ result }) => result)).toEqual(['done', 'done']);
  const before = await phone.documents();
  const again = await phone.sync({ ops, cursor: first.cursor });
  const { receivedAt } = first;
  const known = first.outcomes.map((outcome) => ({ ...outcome, receivedAt }));
  expect(again.outcomes).toEqual(known);
  expect(again).toMatchObject({ changes: [], cursor: first.cursor, more: false });
  const partly = await phone.sync({ ops: ops.slice(1), cursor: first.cursor });
  expect(partly.outcomes).toEqual(known.slice(1));
  expect(await phone.documents()).toEqual(before);
});

// docs/sync.md: OP1
test('an op sent twice in one request is applied once', async () => {
  const { phone, ella, visits } = await atHome();
  const op = phone.op('checkIn', ella);
  const { outcomes } = await phone.sync({ ops: [op, op] });
  expect(outcomes).toMatchObject([{ op: op.op, result: 'done' }]);
  expect(await visits()).toHaveLength(1);
});

// docs/sync.md: OP2
test('an op with a sequence number that runs backwards is refused, and applied under another device', async () => {
  const { phone, ella, friend } = await atHome();
  const [early, late] = [phone.op('checkOut', ella), phone.op('checkIn', ella)];
  const after = phone.op('checkOut', ella);
  await phone.sync({ ops: [late] });
  const refused: Outcome[] = [{ op: early.op, result: 'refused', refusal: { code: 'out-of-order' } }];
  expect((await phone.sync({ ops: [early, after] })).outcomes).toEqual(refused);
  expect(
    (await phone.sync({ ops: [phone.op('checkOut', ella, { sequence: late.sequence })] })).outcomes,
  ).toMatchObject([{ refusal: { code: 'out-of-order' } }]);
  expect(await friend()).toMatchObject({ status: 'in' });
  const device = newId();
  expect((await phone.sync({ device, ops: [early, after] })).outcomes).toMatchObject([
    { op: early.op, result: 'done' },
    { op: after.op, result: 'done' },
  ]);
});

// docs/sync.md: OP4
test('a refused op keeps its outcome, and the other ops of the request are applied', async () => {
  const { phone, ella } = await atHome();
  const unknown = phone.op('checkIn', { ...ella, visitor: newId() });
  const ops = [unknown, phone.op('checkIn', ella)];
  const { outcomes, receivedAt } = await phone.sync({ ops });
  expect(outcomes).toMatchObject([{ refusal: { code: 'not-found' } }, { result: 'done' }]);
  expect((await phone.sync({ ops })).outcomes).toEqual([outcomes[0], { ...outcomes[1], receivedAt }]);
});

test('two phones have separate sequence numbers, and each gets the changes of the other', async () => {
  const { phone, ella } = await atHome();
  const other = phone.anotherPhone();
  const { cursor } = await other.sync();
  await phone.run('checkIn', ella);
  const heard = await other.sync({ cursor, ops: [other.op('checkOut', ella)] });
  expect(heard.outcomes).toMatchObject([{ result: 'done' }]);
  expect(
    heard.changes.map(({ path, document }) => [
      path.includes('/visits/'),
      document?.status ?? document?.open,
    ]),
  ).toEqual([
    [false, 'out'],
    [true, false],
  ]);
  expect((await phone.sync({ cursor: heard.cursor })).changes).toEqual([]);
});

test('a check-in of a friend who is already here succeeds, says since when, and changes nothing', async () => {
  const { phone, ella, friend } = await atHome();
  await phone.run('checkIn', ella);
  const before = await friend();
  const { cursor } = await phone.sync();
  const reply = await phone.sync({ cursor, ops: [phone.op('checkIn', ella)] });
  const since = before.timestamp;
  expect(reply).toMatchObject({ changes: [], outcomes: [{ result: 'done', since, version: reply.cursor }] });
  // Also an op without effect has a place in the order of all.
  expect(reply.cursor).toBeGreaterThan(cursor);
  expect(await friend()).toEqual(before);
});
