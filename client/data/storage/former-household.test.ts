import { expect, test } from 'vitest';
import {
  ANNA,
  annasFamily,
  BO,
  databases,
  type Family,
  journaled,
  quiet,
} from '#tests/support/phone/family.ts';
import { localStorageOf } from '#tests/support/phone/local-storage-of.ts';
import { MemoryServer } from '#tests/support/phone/memory-server.ts';
import { Phone } from '#tests/support/phone/phone.ts';
import { dumpOf } from '#tests/support/phone/phone-backup.ts';
import { deleteJournaled, readJournal, wipeJournal, writeJournal } from './journal.ts';
import type { Tap } from './records.ts';

const heldIn = ({ data }: Family['tab']) =>
  data.otherAccounts.list.map(({ hasLeft, waiting }) => [hasLeft, waiting]);

/** Fills outbox and journal of Anna's phone, offline: a check-in in both, and `count` taps in the journal alone. */
async function withFullJournal(count = 40): Promise<Family> {
  const family = await annasFamily();
  const { phone, tab, ella } = family;
  phone.isOnline = false;
  await tab.home.run('checkIn', ella);
  phone.database = 'refuses';
  for (let i = 0; i < count; i++) await tab.home.run(i % 2 === 0 ? 'checkOut' : 'checkIn', ella);
  phone.database = 'works';
  expect(journaled(phone)).toHaveLength(count + 1);
  return family;
}

/** Anna joins another household elsewhere, and signs in again on the phone. */
async function joinsElsewhere({ server, phone, tab }: Family) {
  const joined = server.move(ANNA.email);
  phone.isOnline = true;
  await tab.data.signIn('logIn', ANNA);
  await quiet(tab);
  return joined;
}

// docs/sync.md: PH10
test('unsent taps of the former household, a full journal of them, never reach the new one', async () => {
  const family = await withFullJournal();
  const { phone, tab, server, serverHousehold, ella } = family;
  const before = serverHousehold.applied.length;
  const joined = await joinsElsewhere(family);
  expect(tab.home.view()).toMatchObject({ waiting: 0, refused: [], children: [] });
  await expect.poll(() => heldIn(tab)).toEqual([[true, 41]]);
  for (const again of [tab.reload(), phone.openTab()]) {
    await quiet(again);
    again.advance(60_000);
    await again.home.run('addChild', { child: ella.visitor, name: 'Nils', birthDate: '2019-01-02' });
    await quiet(again);
  }
  expect(joined.applied.map(({ op }) => op.name)).not.toContain('checkIn');
  expect(serverHousehold.applied).toHaveLength(before);
  expect(server.requests.filter(({ body }) => JSON.stringify(body ?? '').includes('checkOut'))).toEqual([]);
  expect(await dumpOf(phone)).not.toContain('070-123');
});

test('without anything unsent, joining another household leaves nothing of the former one on the device', async () => {
  const family = await annasFamily();
  const { phone, tab } = family;
  const previous = tab.home.account.household;
  await joinsElsewhere(family);
  await expect.poll(() => dumpOf(phone)).not.toMatch(/Kim|Ella|070-123/);
  await expect.poll(() => databases(phone)).toHaveLength(1);
  expect(JSON.stringify([...phone.stored])).not.toContain(`"left":["${previous}"]`);
  expect(tab.data.otherAccounts.list).toEqual([]);
});

test('what waits of the former household can be read by its parent alone, and discarded', async () => {
  const family = await withFullJournal(2);
  const { tab, phone, server } = family;
  await joinsElsewhere(family);
  await expect.poll(() => heldIn(tab)).toEqual([[true, 3]]);
  const [left] = tab.data.otherAccounts.list;
  if (!left) throw new Error('nothing is held');
  const names = (await tab.data.otherAccounts.unsentOf(left)).map(({ name }) => name);
  expect(names).toEqual(['checkIn', 'checkOut', 'checkIn']);
  server.sessions.clear();
  await tab.data.signIn('register', BO);
  await expect.poll(() => heldIn(tab)).toEqual([[true, 3]]);
  expect(await tab.data.otherAccounts.unsentOf(left)).toEqual([]);
  await tab.data.otherAccounts.discard(left);
  expect(tab.data.otherAccounts.list).toEqual([]);
  expect(await dumpOf(phone)).not.toContain('checkOut');
  expect(journaled(phone)).toEqual([]);
});

test('a sign-out from the new household keeps what waits of the former one', async () => {
  const family = await withFullJournal(2);
  const { tab, phone } = family;
  await joinsElsewhere(family);
  await expect.poll(() => heldIn(tab)).toEqual([[true, 3]]);
  phone.listsDatabases = false;
  await tab.data.logOut();
  const again = tab.reload();
  await expect.poll(() => again.data.otherAccounts.list.map(({ waiting }) => waiting)).toEqual([3]);
});

test('two households of an account have journals of their own', () => {
  const phone = new Phone(new MemoryServer());
  const storage = localStorageOf(phone, phone.openTab());
  const home = (household: string) => ({ household: household.repeat(26), uid: 'u'.repeat(26) });
  const [one, other] = [home('a'), home('b')];
  writeJournal(storage, one, { op: 'first', order: 1 } as Tap);
  writeJournal(storage, other, { op: 'second', order: 2 } as Tap);
  deleteJournaled(storage, other, ['first']);
  const read = [one, other].map((each) => readJournal(storage, each));
  expect(read).toMatchObject([[{ op: 'first' }], [{ op: 'second' }]]);
  wipeJournal(storage, one);
  expect(journaled(phone)).toHaveLength(1);
});
