import { expect, test } from 'vitest';
import type { Op } from '#domain/protocol/sync.ts';
import { HOUR_MS, isoTime } from '#domain/time.ts';
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
function again(op: Op, ago = HOUR_MS): Op {
  const then = Date.now() - ago;
  return { ...op, tappedAt: then, again: { sent: { deviceNow: then, receivedAt: then, version: then } } };
}

// docs/sync.md: RS1
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
  expect(reply).toMatchObject({ outcomes: [{ result: 'done' }] });
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
  expect(await phone.sync({ ops: [op] })).toMatchObject({ outcomes: [{ op: op.op, result: 'done' }] });
  // A notice of now goes out; one of the op before it would have gone first.
  await phone.run('checkOut', omar);
  const printed = () => app().printed.filter((line) => line.includes('Omar'));
  await until(() => printed().length > 0);
  expect(printed()).toEqual(['notice: "070-765 43 21" "Omar" out']);
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
