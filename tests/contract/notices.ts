import { expect, test } from 'vitest';
import type { Notice } from '#domain/command.ts';
import { childPath } from '#domain/paths.ts';
import type { Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, minute, NOON, type StoredFamily, storeFamily } from '#tests/support/people/stored-family.ts';

const recipient = { phone: '070-123 45 67' };

function aNotice(about: string, kind: Notice['kind'] = 'first', status: Notice['status'] = 'in'): Notice {
  return { about, kind, recipient, name: 'Ella', status, at: minute(0) };
}

const queue = ({ save }: StoredFamily, notice: Notice, dueAt = minute(1)) =>
  save([], { notices: [{ notice, dueAt }] });

const take = (store: Store, now: string, until = minute(60)) => store.takeNotices(now, until, 10);

export function noticeContract(makeStore: () => Promise<Store>): void {
  test('a due notice is taken once, and again if it was never settled', async () => {
    const store = await makeStore();
    const notice = aNotice(newId());
    await queue(await storeFamily(store), notice);
    expect(await take(store, minute(0))).toEqual([]);
    expect(await take(store, minute(1), minute(3))).toMatchObject([
      { notice, isCorrection: false, attempts: 1 },
    ]);
    expect(await take(store, minute(2))).toEqual([]);
    const [again] = await take(store, minute(3));
    expect(again).toMatchObject({ notice, attempts: 2 });
    await store.settleNotice(again?.id ?? 0, { sentAt: minute(3) });
    expect(await take(store, minute(99))).toEqual([]);
  });

  test('the earliest unsent notice is found, also one that is being sent, by the end of its lease', async () => {
    const store = await makeStore();
    expect(await store.earliestNotice()).toBeUndefined();
    const family = await storeFamily(store);
    await queue(family, aNotice(newId()), minute(4));
    await queue(family, aNotice(newId()), minute(2));
    expect(await store.earliestNotice()).toBe(minute(2));
    const [taken] = await take(store, minute(2), minute(3));
    expect(await store.earliestNotice()).toBe(minute(3));
    await store.settleNotice(taken?.id ?? 0, { sentAt: minute(2) });
    expect(await store.earliestNotice()).toBe(minute(4));
  });

  test('a failed notice is taken again at its retry time, and a dropped one never', async () => {
    const store = await makeStore();
    await queue(await storeFamily(store), aNotice(newId()));
    const [first] = await take(store, minute(1));
    await store.settleNotice(first?.id ?? 0, { retryAt: minute(5) });
    expect(await take(store, minute(4))).toEqual([]);
    expect(await take(store, minute(5))).toMatchObject([{ attempts: 2 }]);
    await store.settleNotice(first?.id ?? 0, 'dropped');
    expect(await take(store, minute(200))).toEqual([]);
  });

  test('unsent notices are listed to their own household, also while they are being sent', async () => {
    const store = await makeStore();
    const [mine, theirs] = [await storeFamily(store), await storeFamily(store)];
    const [late, early] = [aNotice(newId()), aNotice(newId())];
    await queue(mine, late, minute(2));
    await queue(mine, early, minute(1));
    await queue(theirs, aNotice(newId()), minute(5));
    const waiting = () => store.waitingNotices(mine.account.household);
    expect(await waiting()).toEqual([
      { notice: early, dueAt: minute(1) },
      { notice: late, dueAt: minute(2) },
    ]);
    const [taken] = await take(store, minute(1), minute(3));
    expect(await waiting()).toEqual([
      { notice: late, dueAt: minute(2) },
      { notice: early, dueAt: minute(3) },
    ]);
    await store.settleNotice(taken?.id ?? 0, { sentAt: minute(1) });
    expect(await waiting()).toEqual([{ notice: late, dueAt: minute(2) }]);
  });
}

export function fairnessContract(makeStore: () => Promise<Store>): void {
  test('due notices are taken round-robin over households, however many one of them queued before', async () => {
    const store = await makeStore();
    const [flood, one, other] = [
      await storeFamily(store),
      await storeFamily(store),
      await storeFamily(store),
    ];
    const many = Array.from({ length: 900 }, () => ({ notice: aNotice(newId()), dueAt: minute(1) }));
    await flood.save([], { notices: many });
    const theirs = [newId(), newId(), newId()];
    await queue(one, aNotice(theirs[0] ?? ''), minute(2));
    for (const tap of theirs.slice(1)) await queue(other, aNotice(tap), minute(3));
    const aboutOf = async () => (await take(store, minute(4))).map(({ notice }) => notice.about);
    const first = await aboutOf();
    expect(first).toHaveLength(10);
    expect(theirs.filter((tap) => first.includes(tap))).toEqual(theirs);
    const left = new Set(many.map(({ notice }) => notice.about));
    for (let taken = first; taken.length > 0; taken = await aboutOf())
      for (const tap of taken) left.delete(tap);
    expect(left.size).toBe(0);
  });

  test('of one household the oldest notices are taken first', async () => {
    const store = await makeStore();
    const family = await storeFamily(store);
    const taps = Array.from({ length: 12 }, () => newId());
    for (const [at, tap] of taps.entries()) await queue(family, aNotice(tap), minute(12 - at));
    const taken = (await take(store, minute(20))).map(({ notice }) => notice.about);
    expect(taken.toSorted()).toEqual(taps.slice(2).toSorted());
  });
}

export function sharingContract(makeStore: () => Promise<Store>): void {
  test('concurrent takers get different notices, and none is left', async () => {
    const store = await makeStore();
    const families = await Promise.all([storeFamily(store), storeFamily(store), storeFamily(store)]);
    const taps = Array.from({ length: 30 }, () => newId());
    await Promise.all(taps.map((tap, i) => queue(families[i % 3] as StoredFamily, aNotice(tap))));
    const taken = await Promise.all(
      Array.from({ length: 12 }, () => store.takeNotices(minute(1), minute(60), 3)),
    );
    const rest = await store.takeNotices(minute(1), minute(60), 30);
    const handedOut = [...taken.flat(), ...rest].map(({ notice }) => notice.about);
    expect(handedOut.toSorted()).toEqual(taps.toSorted());
  });

  test('a notice taken before its account was deleted is never taken for a later one', async () => {
    const store = await makeStore();
    const [gone, other] = [await storeFamily(store), await storeFamily(store)];
    await queue(gone, aNotice(newId()));
    const [taken] = await take(store, minute(1));
    await store.deleteAccount(gone.account.uid, NOON);
    await queue(other, aNotice(newId()));
    expect(await store.isNoticePending(taken?.id ?? 0)).toBe(false);
    await store.settleNotice(taken?.id ?? 0, { sentAt: minute(1) });
    expect(await take(store, minute(1))).toHaveLength(1);
  });

  test('a request can queue, correct and take back notices', async () => {
    const store = await makeStore();
    const [one, other, third] = [newId(), newId(), newId()];
    const notices = [
      aNotice(one),
      aNotice(other),
      { ...aNotice(other, 'corrected'), at: minute(-5) },
      aNotice(one, 'taken-back', 'out'),
      aNotice(third),
    ].map((notice) => ({ notice, dueAt: minute(1) }));
    await (await storeFamily(store)).save([], { notices });
    expect((await take(store, minute(1))).map(({ notice }) => [notice.about, notice.at])).toEqual([
      [other, minute(-5)],
      [third, minute(0)],
    ]);
  });
}

/** Taps whose outcome was purged, or never recorded. */
export function sentContract(makeStore: () => Promise<Store>): void {
  test('a tap of which only a sent notice is known can be recorded, and its notice taken back', async () => {
    const store = await makeStore();
    const family = await storeFamily(store);
    const tap = newId();
    await queue(family, aNotice(tap));
    const [sent] = await take(store, minute(1));
    await store.settleNotice(sent?.id ?? 0, { sentAt: minute(1) });
    const outcome = { op: tap, result: 'done', version: 3 } as const;
    await family.save([], { outcomes: [{ outcome, sequence: 2 }] });
    const known = store.transact(family.household, (transaction) => transaction.begin(newId(), [tap]));
    expect((await known).outcomes.get(tap)).toEqual({ ...outcome, receivedAt: Date.parse(NOON) });
    await queue(family, aNotice(tap, 'taken-back', 'out'));
    expect(await take(store, minute(1))).toMatchObject([{ isCorrection: true }]);
  });

  test('a tap of which only sent notices are known is remembered from the last of them on', async () => {
    const store = await makeStore();
    const family = await storeFamily(store);
    const [once, twice] = [newId(), newId()];
    const send = async (notice: Notice, at: string) => {
      await queue(family, notice, at);
      const [sent] = await take(store, at);
      await store.settleNotice(sent?.id ?? 0, { sentAt: at });
    };
    await send(aNotice(once), minute(1));
    await send(aNotice(twice), minute(1));
    await send(aNotice(twice, 'corrected'), minute(50));
    await store.purgeOutcomes(undefined, minute(30));
    for (const tap of [once, twice]) await queue(family, aNotice(tap, 'taken-back', 'out'));
    expect(await take(store, minute(99))).toMatchObject([{ isCorrection: true, notice: { about: twice } }]);
  });
}

/** Replacement of notices, as Notice.kind specifies. */
export function replacingContract(makeStore: () => Promise<Store>): void {
  test('taking back cancels an unsent notice, and queues a correction after a sent one', async () => {
    const store = await makeStore();
    const family = await storeFamily(store);
    const [early, late] = [newId(), newId()];
    await queue(family, aNotice(early));
    await queue(family, aNotice(early, 'taken-back', 'out'));
    expect(await take(store, minute(1))).toEqual([]);
    await queue(family, aNotice(late));
    const [sent] = await take(store, minute(1));
    await store.settleNotice(sent?.id ?? 0, { sentAt: minute(1) });
    await queue(family, aNotice(late, 'taken-back', 'out'));
    expect(await take(store, minute(1))).toMatchObject([{ isCorrection: true, notice: { status: 'out' } }]);
  });

  test('a corrected time replaces an unsent notice, and corrects a sent one', async () => {
    const store = await makeStore();
    const family = await storeFamily(store);
    const tap = newId();
    await queue(family, aNotice(tap));
    await queue(family, { ...aNotice(tap, 'corrected'), at: minute(-5) });
    const [replaced, ...none] = await take(store, minute(1));
    expect(none).toEqual([]);
    expect(replaced).toMatchObject({ isCorrection: false, notice: { at: minute(-5) } });
    await store.settleNotice(replaced?.id ?? 0, { sentAt: minute(1) });
    await queue(family, { ...aNotice(tap, 'corrected'), at: minute(-9) });
    expect(await take(store, minute(1))).toMatchObject([{ isCorrection: true, notice: { at: minute(-9) } }]);
  });

  test('a notice being sent counts as sent, and its correction waits for it', async () => {
    const store = await makeStore();
    const family = await storeFamily(store);
    const tap = newId();
    await queue(family, aNotice(tap));
    const [onItsWay] = await take(store, minute(1));
    await queue(family, aNotice(tap, 'taken-back', 'out'));
    expect(await take(store, minute(2))).toEqual([]);
    await store.settleNotice(onItsWay?.id ?? 0, { sentAt: minute(2) });
    expect(await take(store, minute(2))).toMatchObject([{ isCorrection: true }]);
  });

  test('if a notice fails after it was taken back, neither it nor its correction is sent', async () => {
    const store = await makeStore();
    const family = await storeFamily(store);
    const tap = newId();
    await queue(family, aNotice(tap));
    const [onItsWay] = await take(store, minute(1));
    await queue(family, aNotice(tap, 'taken-back', 'out'));
    await store.settleNotice(onItsWay?.id ?? 0, { retryAt: minute(5) });
    expect(await take(store, minute(9))).toEqual([]);
  });

  test('notices of two households with the same op do not affect each other', async () => {
    const store = await makeStore();
    const [lindgren, nguyen] = [await storeFamily(store), await storeFamily(store)];
    const tap = newId();
    await queue(lindgren, aNotice(tap));
    await queue(nguyen, aNotice(tap, 'taken-back', 'out'));
    expect(await take(store, minute(1))).toMatchObject([{ notice: { status: 'in' } }]);
  });
}

export function cancellingContract(makeStore: () => Promise<Store>): void {
  test('cancelling removes an unsent notice, and queues no correction of a sent one', async () => {
    const store = await makeStore();
    const family = await storeFamily(store);
    const [early, late] = [newId(), newId()];
    await queue(family, aNotice(late));
    const [sent] = await take(store, minute(1));
    await store.settleNotice(sent?.id ?? 0, { sentAt: minute(1) });
    await queue(family, aNotice(early));
    for (const tap of [early, late]) await queue(family, aNotice(tap, 'cancelled', 'out'));
    expect(await take(store, minute(1))).toEqual([]);
  });
  test('removing a child cancels the unsent notices about it, also one taken for sending', async () => {
    const store = await makeStore();
    const family = await storeFamily(store);
    const [gone, kept] = [newId(), newId()];
    await family.save([gone, kept].map((child) => [childPath(child), aChild()]));
    const about = (child: string) => ({ ...aNotice(newId()), child });
    await queue(family, about(gone));
    const [taken] = await take(store, minute(1));
    await queue(family, about(gone));
    await queue(family, about(kept));
    await family.save([[childPath(gone), undefined]]);
    expect(await store.isNoticePending(taken?.id ?? 0)).toBe(false);
    expect((await take(store, minute(99))).map(({ notice }) => notice.child)).toEqual([kept]);
  });
}
