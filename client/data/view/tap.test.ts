import { expect, test, vi } from 'vitest';
import { Clock } from '#client/data/clock.ts';
import type { VisitorRef } from '#domain/paths.ts';
import { gate } from '#tests/support/gate.ts';
import { annasFamily, journaled, quiet, row } from '#tests/support/phone/family.ts';
import { newId } from '#tests/support/phone/memory-server.ts';
import { newTap } from './household.ts';

/** Delays the frames until `draw` is called. */
function heldFrames() {
  const waiting: (() => void)[] = [];
  return {
    afterFrame: (work: () => void) => void waiting.push(work),
    draw: () => {
      for (const work of waiting.splice(0)) work();
    },
  };
}

test('a tap shows before run returns, as storing, then waiting, then confirmed', async () => {
  const { server, tab, ella, serverHousehold } = await annasFamily();
  const { passed, open } = gate();
  server.beforeReply = () => passed;
  const listener = vi.fn();
  tab.home.subscribe(listener);
  const stored = tab.home.run('checkIn', ella);
  expect(listener).toHaveBeenCalled();
  expect(row(tab.home.view(), ella)).toMatchObject({ status: 'in', row: 'storing', hasVisited: true });
  expect(tab.home.view().history[0]).toMatchObject({
    name: 'Ella',
    childName: 'Kim',
    open: true,
    row: 'storing',
  });
  expect(tab.home.view().waiting).toBe(1);
  expect(await stored).toMatchObject({ done: true });
  expect(row(tab.home.view(), ella)).toMatchObject({ status: 'in', row: 'waiting' });
  open();
  await quiet(tab);
  expect(row(tab.home.view(), ella)).toMatchObject({ status: 'in', row: 'confirmed' });
  expect(serverHousehold.visits()).toHaveLength(1);
});

// docs/sync.md: PH4
test('a row keeps the tapped status until the page with its change has arrived', async () => {
  const { server, phone, tab, child, ella, serverHousehold } = await annasFamily();
  phone.isOnline = false;
  await tab.home.run('checkIn', ella);
  for (const name of ['Nils', 'Moa', 'Liv']) serverHousehold.put(...anotherFriend(child, name));
  serverHousehold.changesPerPage = 1;
  const seen: (string | undefined)[] = [];
  tab.home.subscribe(() => seen.push(row(tab.home.view(), ella)?.status));
  phone.isOnline = true;
  const pages = server.requests.length;
  await quiet(tab);
  expect(server.requests.length - pages).toBeGreaterThan(3);
  expect(new Set(seen)).toEqual(new Set(['in']));
  expect(tab.home.view().children[0]?.friends).toHaveLength(4);
});

test('a tap that changes nothing returns since when, and is still sent', async () => {
  const { tab, ella, serverHousehold } = await annasFamily();
  await tab.home.run('checkIn', ella);
  const since = row(tab.home.view(), ella)?.timestamp;
  expect(await tab.home.run('checkIn', ella)).toMatchObject({ done: true, since });
  await quiet(tab);
  expect(serverHousehold.applied.filter(({ op }) => op.name === 'checkIn')).toHaveLength(2);
  expect(serverHousehold.visits()).toHaveLength(1);
});

test("the device's own rulebook refuses without storing or showing anything", async () => {
  const { phone, tab, ella } = await annasFamily();
  const before = tab.home.view();
  const entries = phone.stored.size;
  expect(await tab.home.run('checkIn', { ...ella, visitor: 'nobodynobody' })).toEqual({
    done: false,
    refusal: { code: 'not-found' },
  });
  expect(tab.home.view()).toBe(before);
  expect(phone.stored.size).toBe(entries);
});

test('rows that a tap does not touch stay the same objects', async () => {
  const { tab, child, ella } = await annasFamily();
  await tab.home.run('addFriend', {
    child,
    friend: 'moamoamoamoa',
    name: 'Moa',
    parentPhone: '070-765 43 21',
  });
  await tab.home.run('addChild', { child: 'alvaalvaalva', name: 'Alva', birthDate: '2019-01-01' });
  await tab.home.run('checkIn', { child, kind: 'friend', visitor: 'moamoamoamoa' });
  await quiet(tab);
  const before = tab.home.view();
  void tab.home.run('checkIn', ella);
  const now = tab.home.view();
  expect(now.children[0]?.friends[1]).toBe(before.children[0]?.friends[1]);
  expect(now.children[0]).not.toBe(before.children[0]);
  expect(now.children[1]).toBe(before.children[1]);
  // Not by place: the times of two taps are as exact as the server's clock was measured.
  expect(now.history).toContain(before.history[0]);
  expect(now.profile).toBe(before.profile);
  await quiet(tab);
  expect(tab.home.view().children[1]).toBe(before.children[1]);
  expect(tab.home.view()).toBe(tab.home.view());
});

test('undo reverts the latest change, from the row and from the history card', async () => {
  const { tab, ella } = await annasFamily();
  await tab.home.run('checkIn', ella);
  await tab.home.run('checkOut', ella);
  const [card] = tab.home.view().history;
  expect(card?.undo).toEqual(row(tab.home.view(), ella)?.undo);
  if (!card?.undo) throw new Error('no undo on the card');
  expect(await tab.home.run('undo', card.undo)).toMatchObject({ done: true });
  expect(row(tab.home.view(), ella)).toMatchObject({ status: 'in' });
  const again = row(tab.home.view(), ella)?.undo;
  if (!again) throw new Error('no undo of the arrival');
  await tab.home.run('undo', again);
  expect(row(tab.home.view(), ella)).toMatchObject({ status: 'out', hasVisited: false, undo: undefined });
  await quiet(tab);
  expect(tab.home.view().history).toEqual([]);
});

test('a new name of a child or friend shows in rows and history cards', async () => {
  const { tab, child, ella } = await annasFamily();
  await tab.home.run('checkIn', ella);
  await tab.home.run('editChild', { child, name: 'Kimberly', birthDate: '2018-05-04' });
  await tab.home.run('editFriend', {
    child,
    friend: ella.visitor,
    name: 'Elsa',
    parentPhone: '070-123 45 67',
  });
  expect(tab.home.view().history[0]).toMatchObject({ name: 'Elsa', childName: 'Kimberly' });
  await tab.home.run('deleteFriend', { child, friend: ella.visitor });
  expect(tab.home.view().history[0]).toMatchObject({ name: 'Ella', open: false, undo: undefined });
  await quiet(tab);
  expect(tab.home.view().history).toHaveLength(1);
  await tab.home.run('deleteChild', { child });
  expect(tab.home.view()).toMatchObject({ children: [], history: [] });
  await quiet(tab);
  expect(tab.home.view()).toMatchObject({ children: [], history: [] });
});

// docs/sync.md: PH1
test('a tap is shown and journaled before the next frame, and stored in IndexedDB after it', async () => {
  const { phone, tab, ella } = await annasFamily();
  const frames = heldFrames();
  phone.afterFrame = frames.afterFrame;
  let isStored = false;
  const stored = tab.home.run('checkIn', ella).then(() => {
    isStored = true;
  });
  expect(row(tab.home.view(), ella)).toMatchObject({ status: 'in', row: 'storing' });
  expect(tab.home.visitor(ella)).toBe(row(tab.home.view(), ella));
  expect(journaled(phone)).toHaveLength(1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isStored).toBe(false);
  frames.draw();
  await stored;
  expect(journaled(phone)).toEqual([]);
});

test('a household closed before the next frame stores its tap first', async () => {
  const { phone, tab, ella, server } = await annasFamily();
  phone.afterFrame = heldFrames().afterFrame;
  const stored = tab.home.run('checkIn', ella);
  server.beforeReply = () => new Promise(() => {});
  phone.stored.delete('framme.account');
  tab.wake();
  await stored;
  expect(journaled(phone)).toEqual([]);
  expect(tab.data.household()).toBeUndefined();
});

test('twelve taps of one frame are shown at once, stored after it, sent in one request, and are a visit each', async () => {
  const { phone, tab, child, ella, server, serverHousehold } = await annasFamily();
  const friends: VisitorRef[] = [ella];
  while (friends.length < 12) {
    const friend = newId();
    await tab.home.run('addFriend', { child, friend, name: `Friend ${friend}`, parentPhone: '112' });
    friends.push({ child, kind: 'friend', visitor: friend });
  }
  await quiet(tab);
  const frames = heldFrames();
  phone.afterFrame = frames.afterFrame;
  const sent = server.requests.length;
  const taps = Promise.all(friends.map((ref) => tab.home.run('checkIn', ref)));
  expect(friends.map((ref) => row(tab.home.view(), ref)?.status)).toEqual(friends.map(() => 'in'));
  phone.afterFrame = (work) => work();
  frames.draw();
  expect((await taps).every(({ done }) => done)).toBe(true);
  await quiet(tab);
  const ops = server.requests.slice(sent).map(({ body }) => (Object(body).ops ?? []).length);
  expect(ops.filter((count) => count > 0)).toEqual([12]);
  expect(serverHousehold.visits().filter(({ visit }) => visit.open)).toHaveLength(12);
});

test('later taps have greater ops, so that the server appends them', () => {
  // Falling chance: only the time can make the ops rise.
  let [now, chance] = [Date.parse('2026-05-04T12:00:00.000Z'), 255];
  const environment = {
    ...{ now: () => now, monotonicNow: () => now, zone: () => 'Europe/Stockholm' },
    random: (bytes: number) => new Uint8Array(bytes).fill(chance),
  };
  const clock = new Clock(environment);
  const ops = Array.from({ length: 50 }, (_, order) => {
    now += 1 + 40 * order;
    chance -= 5;
    return newTap(environment, clock, { name: 'checkIn', args: {} }).op;
  });
  expect(ops.toSorted()).toEqual(ops);
});

function anotherFriend(child: string, name: string) {
  const path = `children/${child}/friends/${name.toLowerCase().repeat(4)}`;
  const createdAt = '2026-01-01T10:00:00.000Z';
  return [path, { name, parentPhone: '070-1', createdAt, status: 'out' }] as never as Parameters<
    Awaited<ReturnType<typeof annasFamily>>['serverHousehold']['put']
  >;
}
