import { expect, test } from 'vitest';
import type { Op, SyncReply } from '#domain/protocol/sync.ts';
import { HOUR_MS, isoTime, MINUTE_MS } from '#domain/time.ts';
import { HouseholdOnPhone, newId, registerHousehold } from '#tests/support/people/household.ts';
import { shareApp, until } from '#tests/support/server/app.ts';
import { codeOf } from '#tests/support/server/http.ts';
import { listen } from '#tests/support/server/live-stream.ts';

const app = shareApp();

async function family() {
  const phone = await registerHousehold(app().url);
  const child = await phone.addChild();
  const ella = await phone.addFriend(child);
  return { phone, ella, other: phone.anotherPhone(), child };
}

const foreign = () => newId();

/** An op that was done an hour ago, before a backup was restored. */
function again(op: Op, more: Partial<NonNullable<Op['again']>> = {}): Op {
  const then = Date.now() - HOUR_MS;
  return { ...op, tappedAt: then, again: { deviceNow: then, receivedAt: then, ...more } };
}

test('a phone of another epoch gets a snapshot, and none of its ops is applied', async () => {
  const { phone, ella } = await family();
  const { cursor } = await phone.sync();
  const reply = await phone.sync({ cursor, epoch: foreign(), ops: [phone.op('checkIn', ella)] });
  expect(reply).toMatchObject({ reset: true, outcomes: [], cursor, epoch: app().store.epoch() });
  expect(reply.changes).toHaveLength(3);
  const own = await phone.sync({ cursor, epoch: app().store.epoch(), ops: [phone.op('checkIn', ella)] });
  expect(own).toMatchObject({ outcomes: [{ result: 'done' }] });
  expect(own).not.toHaveProperty('reset');
});

test('a page of the version before names no epoch, and gets what it got', async () => {
  const { phone, ella } = await family();
  const { cursor } = await phone.sync();
  const reply = await phone.sync({ cursor, ops: [phone.op('checkIn', ella)] });
  expect(reply).toMatchObject({ outcomes: [{ result: 'done' }], cursor: cursor + 1 });
  expect(reply).not.toHaveProperty('reset');
});

test('nobody, and another household, learn nothing by an epoch', async () => {
  const { phone } = await family();
  const nobody = new HouseholdOnPhone(app().url, phone.account, '');
  expect(codeOf(await nobody.trySync({ cursor: 0, epoch: foreign() }))).toBe('not-signed-in');
  const stranger = await registerHousehold(app().url, 'Nguyen');
  const { household } = phone.account;
  expect(codeOf(await stranger.trySync({ cursor: 0, epoch: foreign(), household }))).toBe('other-household');
});

test('an op that is sent again has the time of its first sending, and notifies nobody', async () => {
  const { phone, child } = await family();
  const omar = await phone.addFriend(child, 'Omar', '070-765 43 21');
  const op = again(phone.op('checkIn', omar));
  const { outcomes, changes } = await phone.sync({ ops: [op] });
  expect(outcomes).toMatchObject([{ result: 'done' }]);
  const visit = changes.find(({ path }) => path.includes('/visits/'))?.document;
  expect(visit).toMatchObject({
    arrived: { at: isoTime(op.tappedAt), receivedAt: isoTime(op.tappedAt), certainty: 'exact' },
  });
  expect(await phone.sync({ ops: [op] })).toMatchObject({ outcomes });
  // A notice of now goes out; one of the op before it would have gone first.
  await phone.run('checkOut', omar);
  const printed = () => app().printed.filter((line) => line.includes('Omar'));
  await until(() => printed().length > 0);
  expect(printed()).toEqual(['notice: "070-765 43 21" "Omar" out']);
});

test('its time of receipt cannot lie in the future', async () => {
  const { phone, ella } = await family();
  const later = Date.now() + HOUR_MS;
  const op = {
    ...phone.op('checkIn', ella),
    tappedAt: later,
    again: { deviceNow: later, receivedAt: later },
  };
  const { changes } = await phone.sync({ ops: [op] });
  const visit = changes.find(({ path }) => path.includes('/visits/'))?.document as {
    arrived: { at: string };
  };
  expect(Date.parse(visit.arrived.at)).toBeLessThanOrEqual(Date.now());
});

test('it waits for what another phone brings, those behind it too, and nothing is recorded', async () => {
  const { phone, ella, other, child } = await family();
  const friend = newId();
  const omar = { name: 'Omar', parentPhone: '070-765 43 21' };
  const late = again(other.op('checkIn', { child, kind: 'friend', visitor: friend }));
  const behind = again(other.op('checkIn', ella));
  const held: SyncReply = await other.sync({ ops: [late, behind] });
  expect(held).toMatchObject({ outcomes: [], held: { op: late.op, version: held.cursor } });
  await phone.sync({ ops: [again(phone.op('addFriend', { child, friend, ...omar }))] });
  const { outcomes } = await other.sync({ ops: [late, behind] });
  expect(outcomes).toMatchObject([{ result: 'done' }, { result: 'done' }]);
});

test('one that had no effect waits while it would have one; the last time everything is decided', async () => {
  const { phone, ella, other } = await family();
  const arrival = again(phone.op('checkIn', ella));
  const idle = again(other.op('checkIn', ella), { idle: true });
  expect(await other.sync({ ops: [idle] })).toMatchObject({ outcomes: [], held: { op: idle.op } });
  await phone.sync({ ops: [arrival] });
  expect(await other.sync({ ops: [idle] })).toMatchObject({ outcomes: [{ result: 'done' }] });
  const unknown = { ...ella, visitor: newId() };
  const last = again(other.op('checkIn', unknown), { last: true });
  const refused = { outcomes: [{ result: 'refused', refusal: { code: 'not-found' } }] };
  expect(await other.sync({ ops: [last] })).toMatchObject(refused);
});

test('an op that had no effect says so, also when its reply was lost, and no other does', async () => {
  const { phone, ella, other } = await family();
  const ago = Date.now() - HOUR_MS;
  const [arrival, second] = [phone.op('checkIn', ella, { tappedAt: ago }), other.op('checkIn', ella)];
  const removal = { ...ella, visit: arrival.op };
  const removals = [phone.op('deleteVisit', removal), phone.op('deleteVisit', removal)];
  const outcomes = async () => [
    ...(await phone.sync({ ops: [arrival] })).outcomes,
    ...(await other.sync({ ops: [second] })).outcomes,
    ...(await phone.sync({ ops: removals })).outcomes,
  ];
  const said = await outcomes();
  expect(said.map((one) => one.result === 'done' && one.idle)).toEqual([undefined, true, undefined, true]);
  expect(await outcomes()).toEqual(said);
});

test('one is taken also if the sequence of its device is past it, without setting that back', async () => {
  const { phone, ella } = await family();
  const early = again(phone.op('checkIn', ella));
  const { sequence } = phone.op('checkOut', ella);
  await phone.run('checkOut', { ...ella, visitor: newId() }, { sequence });
  expect(await phone.sync({ ops: [early] })).toMatchObject({ outcomes: [{ result: 'done' }] });
  const outcome = await phone.run('checkOut', ella, { sequence });
  expect(outcome).toMatchObject({ refusal: { code: 'out-of-order' } });
});

test('one behind newer taps of its device about the same person leaves what those say', async () => {
  const { phone, ella } = await family();
  const lost = again(phone.op('checkIn', ella));
  const at = (minutes: number) => ({ tappedAt: Date.now() - minutes * MINUTE_MS });
  await phone.sync({ ops: [phone.op('checkIn', ella, at(30)), phone.op('checkOut', ella, at(20))] });
  const before = await phone.documents();
  expect(await phone.sync({ ops: [lost] })).toMatchObject({ outcomes: [{ op: lost.op, result: 'done' }] });
  const documents = await phone.documents();
  for (const [path, document] of before) expect(documents.get(path), path).toEqual(document);
  const visit = [...documents].find(([path]) => path.endsWith(lost.op));
  expect(visit?.[1]).toMatchObject({ open: false, arrived: { at: isoTime(lost.tappedAt) } });
});

test('a live stream from another epoch is told to sync, one from this epoch gets the changes', async () => {
  const { phone } = await family();
  const { cursor } = await phone.sync();
  const streams = await Promise.all(
    [foreign(), app().store.epoch()].map((epoch) =>
      listen(`${app().url}`, { cookie: phone.cookie, cursor: `${cursor}&epoch=${epoch}` as never }),
    ),
  );
  await phone.addChild('Olle');
  const heard = () => streams.map((stream) => stream.heard.find(({ name }) => name !== 'heartbeat')?.name);
  await until(() => heard().every((name) => name !== undefined));
  expect(heard()).toEqual(['changed', 'changes']);
});
