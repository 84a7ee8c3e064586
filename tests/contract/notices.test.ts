import { expect, test } from 'vitest';
import type { Notice } from '#domain/command.ts';
import { childPath } from '#domain/paths.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, minute, NOON, type StoredFamily, storeFamily } from '#tests/support/people/stored-family.ts';
import { contractStore } from '#tests/support/server/open-store.ts';

const store = contractStore();

function aNotice(about: string, kind: Notice['kind'] = 'first', status: Notice['status'] = 'in'): Notice {
  return { about, kind, recipient: { phone: '070-123 45 67' }, name: 'Ella', status, at: minute(0) };
}

const takeBack = (family: StoredFamily, tap: string) => queue(family, aNotice(tap, 'taken-back', 'out'));

const queue = ({ save }: StoredFamily, notice: Notice, dueAt = minute(1)) =>
  save([], { notices: [{ notice, dueAt }] });

const take = (now: string, until = minute(60)) => store.takeNotices(now, until, 10);

/** Queues a notice and takes it for sending. Returns its id. */
async function takeOne(family: StoredFamily, notice: Notice, at = minute(1)): Promise<number> {
  await queue(family, notice, at);
  const [taken] = await take(at);
  return taken?.id ?? 0;
}

async function send(family: StoredFamily, notice: Notice, at = minute(1)): Promise<void> {
  await store.settleNotice(await takeOne(family, notice, at), { sentAt: at });
}

test('a due notice is taken once, and again if it was never settled', async () => {
  const notice = aNotice(newId());
  await queue(await storeFamily(store), notice);
  expect(await take(minute(0))).toEqual([]);
  expect(await take(minute(1), minute(3))).toMatchObject([{ notice, isCorrection: false, attempts: 1 }]);
  expect(await take(minute(2))).toEqual([]);
  const [again] = await take(minute(3));
  expect(again).toMatchObject({ notice, attempts: 2 });
  await store.settleNotice(again?.id ?? 0, { sentAt: minute(3) });
  expect(await take(minute(99))).toEqual([]);
});

test('the earliest unsent notice is found, also one that is being sent, by the end of its lease', async () => {
  expect(await store.earliestNotice()).toBeUndefined();
  const family = await storeFamily(store);
  await queue(family, aNotice(newId()), minute(4));
  await queue(family, aNotice(newId()), minute(2));
  expect(await store.earliestNotice()).toBe(minute(2));
  const [taken] = await take(minute(2), minute(3));
  expect(await store.earliestNotice()).toBe(minute(3));
  await store.settleNotice(taken?.id ?? 0, { sentAt: minute(2) });
  expect(await store.earliestNotice()).toBe(minute(4));
});

test('a failed notice is taken again at its retry time, and a dropped one never', async () => {
  const id = await takeOne(await storeFamily(store), aNotice(newId()));
  await store.settleNotice(id, { retryAt: minute(5) });
  expect(await take(minute(4))).toEqual([]);
  expect(await take(minute(5))).toMatchObject([{ attempts: 2 }]);
  await store.settleNotice(id, 'dropped');
  expect(await take(minute(200))).toEqual([]);
});

test('unsent notices are listed to their own household, also while they are being sent', async () => {
  const [mine, theirs] = [await storeFamily(store), await storeFamily(store)];
  const [late, early] = [aNotice(newId()), aNotice(newId())];
  await queue(mine, late, minute(2));
  await queue(mine, early, minute(1));
  await queue(theirs, aNotice(newId()), minute(5));
  const waiting = () => store.waitingNotices(mine.household);
  expect(await waiting()).toEqual([
    { notice: early, dueAt: minute(1) },
    { notice: late, dueAt: minute(2) },
  ]);
  const [taken] = await take(minute(1), minute(3));
  expect(await waiting()).toEqual([
    { notice: late, dueAt: minute(2) },
    { notice: early, dueAt: minute(3) },
  ]);
  await store.settleNotice(taken?.id ?? 0, { sentAt: minute(1) });
  expect(await waiting()).toEqual([{ notice: late, dueAt: minute(2) }]);
});

test('due notices are taken round-robin over households, however many one of them queued before', async () => {
  const [flood, one, other] = [await storeFamily(store), await storeFamily(store), await storeFamily(store)];
  const many = Array.from({ length: 900 }, () => ({ notice: aNotice(newId()), dueAt: minute(1) }));
  await flood.save([], { notices: many });
  const theirs = [newId(), newId(), newId()];
  await queue(one, aNotice(theirs[0] ?? ''), minute(2));
  for (const tap of theirs.slice(1)) await queue(other, aNotice(tap), minute(3));
  const aboutOf = async () => (await take(minute(4))).map(({ notice }) => notice.about);
  const first = await aboutOf();
  expect(first).toHaveLength(10);
  expect(theirs.filter((tap) => first.includes(tap))).toEqual(theirs);
  const left = new Set(many.map(({ notice }) => notice.about));
  for (let taken = first; taken.length > 0; taken = await aboutOf())
    for (const tap of taken) left.delete(tap);
  expect(left.size).toBe(0);
});

test('of one household the oldest notices are taken first', async () => {
  const family = await storeFamily(store);
  const taps = Array.from({ length: 12 }, () => newId());
  for (const [at, tap] of taps.entries()) await queue(family, aNotice(tap), minute(12 - at));
  const taken = (await take(minute(20))).map(({ notice }) => notice.about);
  expect(taken.toSorted()).toEqual(taps.slice(2).toSorted());
});

test('concurrent takers get different notices, and none is left', async () => {
  const families = await Promise.all([storeFamily(store), storeFamily(store), storeFamily(store)]);
  const taps = Array.from({ length: 30 }, () => newId());
  await Promise.all(taps.map((tap, i) => queue(families[i % 3] as StoredFamily, aNotice(tap))));
  const takers = Array.from({ length: 12 }, () => store.takeNotices(minute(1), minute(60), 3));
  const taken = await Promise.all(takers);
  const rest = await store.takeNotices(minute(1), minute(60), 30);
  const handedOut = [...taken.flat(), ...rest].map(({ notice }) => notice.about);
  expect(handedOut.toSorted()).toEqual(taps.toSorted());
});

test('a taken notice is pending until it is settled or its account is deleted', async () => {
  const families = [await storeFamily(store), await storeFamily(store)];
  for (const family of families) await queue(family, aNotice(newId()));
  const taken = await take(minute(1));
  const pending = () => Promise.all(taken.map(({ id }) => store.isNoticePending(id)));
  expect(await pending()).toEqual([true, true]);
  await store.deleteAccount(families[0]?.account.uid ?? '', NOON);
  expect((await pending()).toSorted()).toEqual([false, true]);
  for (const { id } of taken) await store.settleNotice(id, { sentAt: NOON });
  expect(await pending()).toEqual([false, false]);
});

test('a notice taken before its account was deleted is never taken for a later one', async () => {
  const [gone, other] = [await storeFamily(store), await storeFamily(store)];
  const id = await takeOne(gone, aNotice(newId()));
  await store.deleteAccount(gone.account.uid, NOON);
  await queue(other, aNotice(newId()));
  expect(await store.isNoticePending(id)).toBe(false);
  await store.settleNotice(id, { sentAt: minute(1) });
  expect(await take(minute(1))).toHaveLength(1);
});

test('a request can queue, correct and take back notices', async () => {
  const [one, other, third] = [newId(), newId(), newId()];
  const notices = [
    aNotice(one),
    aNotice(other),
    { ...aNotice(other, 'corrected'), at: minute(-5) },
    aNotice(one, 'taken-back', 'out'),
    aNotice(third),
  ].map((notice) => ({ notice, dueAt: minute(1) }));
  await (await storeFamily(store)).save([], { notices });
  expect((await take(minute(1))).map(({ notice }) => [notice.about, notice.at])).toEqual([
    [other, minute(-5)],
    [third, minute(0)],
  ]);
});

test('a tap of which only a sent notice is known can be recorded, and its notice taken back', async () => {
  const family = await storeFamily(store);
  const tap = newId();
  await send(family, aNotice(tap));
  const outcome = { op: tap, result: 'done', version: 3 } as const;
  await family.save([], { outcomes: [{ outcome, sequence: 2 }] });
  const known = store.transact(family.household, (transaction) => transaction.begin(newId(), [tap]));
  expect((await known).outcomes.get(tap)).toEqual({ ...outcome, receivedAt: Date.parse(NOON) });
  await takeBack(family, tap);
  expect(await take(minute(1))).toMatchObject([{ isCorrection: true }]);
});

test('a tap of which only sent notices are known is remembered from the last of them on', async () => {
  const family = await storeFamily(store);
  const [once, twice] = [newId(), newId()];
  await send(family, aNotice(once));
  await send(family, aNotice(twice));
  await send(family, aNotice(twice, 'corrected'), minute(50));
  await store.purgeOutcomes(undefined, minute(30));
  for (const tap of [once, twice]) await takeBack(family, tap);
  expect(await take(minute(99))).toMatchObject([{ isCorrection: true, notice: { about: twice } }]);
});

test('taking back cancels an unsent notice, and queues a correction after a sent one', async () => {
  const family = await storeFamily(store);
  const [early, late] = [newId(), newId()];
  await queue(family, aNotice(early));
  await takeBack(family, early);
  expect(await take(minute(1))).toEqual([]);
  await send(family, aNotice(late));
  await takeBack(family, late);
  expect(await take(minute(1))).toMatchObject([{ isCorrection: true, notice: { status: 'out' } }]);
});

test('a corrected time replaces an unsent notice, and corrects a sent one', async () => {
  const family = await storeFamily(store);
  const tap = newId();
  await queue(family, aNotice(tap));
  await queue(family, { ...aNotice(tap, 'corrected'), at: minute(-5) });
  const [replaced, ...none] = await take(minute(1));
  expect(none).toEqual([]);
  expect(replaced).toMatchObject({ isCorrection: false, notice: { at: minute(-5) } });
  await store.settleNotice(replaced?.id ?? 0, { sentAt: minute(1) });
  await queue(family, { ...aNotice(tap, 'corrected'), at: minute(-9) });
  expect(await take(minute(1))).toMatchObject([{ isCorrection: true, notice: { at: minute(-9) } }]);
});

test('a notice being sent counts as sent, and its correction waits for it', async () => {
  const family = await storeFamily(store);
  const tap = newId();
  const onItsWay = await takeOne(family, aNotice(tap));
  await takeBack(family, tap);
  expect(await take(minute(2))).toEqual([]);
  await store.settleNotice(onItsWay, { sentAt: minute(2) });
  expect(await take(minute(2))).toMatchObject([{ isCorrection: true }]);
});

test('if a notice fails after it was taken back, neither it nor its correction is sent', async () => {
  const family = await storeFamily(store);
  const tap = newId();
  const onItsWay = await takeOne(family, aNotice(tap));
  await takeBack(family, tap);
  await store.settleNotice(onItsWay, { retryAt: minute(5) });
  expect(await take(minute(9))).toEqual([]);
});

test('notices of two households with the same op do not affect each other', async () => {
  const [lindgren, nguyen] = [await storeFamily(store), await storeFamily(store)];
  const tap = newId();
  await queue(lindgren, aNotice(tap));
  await takeBack(nguyen, tap);
  expect(await take(minute(1))).toMatchObject([{ notice: { status: 'in' } }]);
  await queue(nguyen, aNotice(tap));
  expect(await take(minute(1))).toMatchObject([{ household: nguyen.household }]);
});

test('cancelling removes an unsent notice, and queues no correction of a sent one', async () => {
  const family = await storeFamily(store);
  const [early, late] = [newId(), newId()];
  await send(family, aNotice(late));
  await queue(family, aNotice(early));
  for (const tap of [early, late]) await queue(family, aNotice(tap, 'cancelled', 'out'));
  expect(await take(minute(1))).toEqual([]);
});

test('removing a child cancels the unsent notices about it, also one taken for sending', async () => {
  const family = await storeFamily(store);
  const [gone, kept] = [newId(), newId()];
  await family.save([gone, kept].map((child) => [childPath(child), aChild()]));
  const about = (child: string) => ({ ...aNotice(newId()), child });
  const taken = await takeOne(family, about(gone));
  await queue(family, about(gone));
  await queue(family, about(kept));
  await family.save([[childPath(gone), undefined]]);
  expect(await store.isNoticePending(taken)).toBe(false);
  expect((await take(minute(99))).map(({ notice }) => notice.child)).toEqual([kept]);
});
