import { expect, test } from 'vitest';
import type { ReadSet } from '#domain/command.ts';
import { friendPath, type Path, visitPath } from '#domain/paths.ts';
import { newId, registerHousehold } from '#tests/support/people/household.ts';
import { aFriend, storeDocuments } from '#tests/support/people/stored-family.ts';
import { shareApp } from '#tests/support/server/app.ts';

/** By transaction, the ops that it began with and the visits that it loaded. */
let begun: number[] = [];
let loaded: number[] = [];
let between = async () => {};
const app = shareApp({
  calls: (store) => ({
    transact: async (household, work) => {
      const result = await store.transact(household, (transaction) =>
        work({
          ...transaction,
          begin: (device, ops) => {
            begun.push(ops.length);
            return transaction.begin(device, ops);
          },
          load: (reads: readonly ReadSet[]) => {
            loaded.push(reads.filter(({ visitsNear }) => visitsNear).length);
            return transaction.load(reads);
          },
        }),
      );
      const once = between;
      between = async () => {};
      await once();
      return result;
    },
  }),
});

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** A family with a friend, and 60 visits to add, an hour apart. */
async function familyWithVisits() {
  const phone = await registerHousehold(app().url);
  const ella = await phone.addFriend(await phone.addChild());
  const { cursor } = await phone.sync();
  const times = Array.from({ length: 60 }, (_, at) => ({
    arrived: ago(60 * (at + 1)),
    left: ago(60 * at + 30),
  }));
  const ops = times.map((time) => phone.op('addVisit', { ...ella, ...time }));
  return { phone, ella, cursor, ops };
}

test('taps spread over the history of one visitor load few visits at a time, and one reply tells of all', async () => {
  const { phone, ella, cursor, ops } = await familyWithVisits();
  loaded = [];
  const reply = await phone.sync({ cursor, ops });
  expect(loaded).toEqual([15, 15, 15, 15]);
  expect(reply.outcomes.map(({ op, result }) => [op, result])).toEqual(ops.map(({ op }) => [op, 'done']));
  const [last] = reply.outcomes.slice(-1);
  expect([reply.more, reply.reset, last]).toMatchObject([false, undefined, { version: reply.cursor }]);
  const visits = reply.changes.map(({ path }) => path).filter((path) => path.includes('/visits/'));
  expect(visits.toSorted()).toEqual(ops.map(({ op }) => visitPath(ella.child, op) as string).toSorted());
  const documents = await phone.documents();
  for (const { path, document } of reply.changes) expect(documents.get(path as Path)).toEqual(document);
  loaded = [];
  expect((await phone.sync({ cursor: reply.cursor, ops })).outcomes).toMatchObject(reply.outcomes);
});

test('what another phone changes between two steps is in the reply', async () => {
  const { phone, ella, cursor, ops } = await familyWithVisits();
  const noa = newId();
  between = async () => {
    const path = friendPath(ella.child, noa);
    await storeDocuments(app().store, phone.account.household, [{ path, document: aFriend('Noa') }]);
  };
  const reply = await phone.sync({ cursor, ops });
  expect(reply.outcomes.map(({ result }) => result)).not.toContain('refused');
  expect(reply.outcomes.at(-1)).toMatchObject({ version: reply.cursor });
  expect(reply.changes.map(({ path }) => path)).toContain(friendPath(ella.child, noa));
  expect(reply.changes.filter(({ path }) => path.includes('/visits/'))).toHaveLength(60);
});

// docs/sync.md: OP3, OP4
test('a request of many ops is applied in steps of a few, in their order, also if one ends it', async () => {
  const phone = await registerHousehold(app().url);
  const child = await phone.addChild();
  const { cursor } = await phone.sync();
  const name = { name: 'Nils', parentUserId: 'farmor-i-Lund' };
  const ops = Array.from({ length: 60 }, () => phone.op('addGuest', { child, guest: newId(), ...name }));
  begun = [];
  const reply = await phone.sync({ cursor, ops });
  expect(reply.outcomes.map(({ op, result }) => [op, result])).toEqual(ops.map(({ op }) => [op, 'done']));
  expect(reply.changes).toHaveLength(60);
  expect(begun).toEqual([25, 25, 10]);
  const more = Array.from({ length: 60 }, () => phone.op('addGuest', { child, guest: newId(), ...name }));
  const backwards = more.with(30, { ...more[30], sequence: 1 } as (typeof more)[number]);
  expect((await phone.sync({ ops: backwards })).outcomes).toHaveLength(31);
});

test('ops about many visitors are one step', async () => {
  const phone = await registerHousehold(app().url);
  const child = await phone.addChild();
  const friends = await Promise.all(Array.from({ length: 8 }, () => phone.anotherPhone().addFriend(child)));
  loaded = [];
  const ops = friends.flatMap((friend) => [phone.op('checkIn', friend), phone.op('checkOut', friend)]);
  await phone.sync({ ops });
  expect(loaded).toEqual([16]);
});
