import { expect, test, vi } from 'vitest';
import { isoTime } from '#domain/time.ts';
import { gate } from '#tests/support/gate.ts';
import { annasFamily, quiet, row } from '#tests/support/phone/family.ts';

test('a tap shows before run returns, as storing, then waiting, then confirmed', async () => {
  const { server, tab, ella, serverHousehold } = await annasFamily();
  const { passed, open } = gate();
  server.beforeReply = () => passed;
  const stored = tab.home.run('checkIn', ella);
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
test('a row never shows the old status again between tap and confirmation', async () => {
  const { tab, ella, serverHousehold } = await annasFamily();
  serverHousehold.changesPerPage = 1;
  const seen: (string | undefined)[] = [];
  tab.home.subscribe(() => seen.push(row(tab.home.view(), ella)?.status));
  await tab.home.run('checkIn', ella);
  await quiet(tab);
  expect(new Set(seen)).toEqual(new Set(['in']));
  expect(row(tab.home.view(), ella)?.row).toBe('confirmed');
});

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

test('with a wrong device clock a tap shows the server time, before and after confirmation', async () => {
  const { server, phone, tab, ella } = await annasFamily();
  const now = server.now();
  server.now = () => now;
  phone.clockError = 3_600_000;
  await tab.home.catchUp();
  void tab.home.run('checkIn', ella);
  expect(row(tab.home.view(), ella)).toMatchObject({ timestamp: isoTime(now), row: 'storing' });
  await quiet(tab);
  expect(row(tab.home.view(), ella)).toMatchObject({ timestamp: isoTime(now), row: 'confirmed' });
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

test('subscribers are notified of a tap before run returns', async () => {
  const { tab, ella } = await annasFamily();
  const listener = vi.fn();
  const stop = tab.home.subscribe(listener);
  void tab.home.run('checkIn', ella);
  expect(listener).toHaveBeenCalled();
  stop();
  await quiet(tab);
});

function anotherFriend(child: string, name: string) {
  const path = `children/${child}/friends/${name.toLowerCase().repeat(4)}`;
  const createdAt = '2026-01-01T10:00:00.000Z';
  return [path, { name, parentPhone: '070-1', createdAt, status: 'out' }] as never as Parameters<
    Awaited<ReturnType<typeof annasFamily>>['serverHousehold']['put']
  >;
}
