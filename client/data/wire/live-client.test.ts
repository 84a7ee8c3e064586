import { expect, test } from 'vitest';
import { gate } from '#tests/support/gate.ts';
import { ANNA, annasFamily, byOtherPhone, type Family, quiet, row } from '#tests/support/phone/family.ts';
import { newId } from '#tests/support/phone/memory-server.ts';

/** Anna's family on a phone with a live stream. */
async function listening(): Promise<Family> {
  const family = await annasFamily();
  family.phone.hasStreams = true;
  const tab = family.tab.reload();
  await quiet(tab);
  await expect.poll(() => family.server.streams.size).toBe(1);
  return { ...family, tab };
}

const syncs = ({ server }: Family) => server.requests.filter(({ path }) => path === '/api/sync').length;

test('a tap of another phone shows through the stream without a request, and survives an offline reload', async () => {
  const family = await listening();
  const { server, phone, tab, ella, serverHousehold } = family;
  const asked = syncs(family);
  byOtherPhone(serverHousehold, tab.home.account.uid, 'checkIn', ella);
  server.notifyStreams();
  await expect.poll(() => row(tab.home.view(), ella)?.status).toBe('in');
  expect(tab.home.view().history).toHaveLength(1);
  expect(syncs(family)).toBe(asked);
  phone.isOnline = false;
  const again = tab.reload();
  await expect.poll(() => row(again.home.view(), ella)?.status).toBe('in');
});

test('a change streamed before the outcome of its tap causes no flicker and is applied once', async () => {
  const family = await listening();
  const { server, tab, ella } = family;
  const { passed, open } = gate();
  server.beforeReply = (path) => (path === '/api/sync' ? passed : Promise.resolve());
  const seen: unknown[] = [];
  tab.home.subscribe(() => {
    const view = tab.home.view();
    seen.push([row(view, ella)?.status, view.history.length, row(view, ella)?.row]);
  });
  const asked = syncs(family);
  await tab.home.run('checkIn', ella);
  await expect.poll(() => syncs(family)).toBe(asked + 1);
  server.notifyStreams();
  await new Promise((resolve) => setTimeout(resolve, 20));
  open();
  await expect.poll(() => row(tab.home.view(), ella)?.row).toBe('confirmed');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(new Set(seen.map(String))).toEqual(new Set(['in,1,storing', 'in,1,waiting', 'in,1,confirmed']));
  expect(syncs(family)).toBe(asked + 1);
});

// docs/sync.md: LV2
test('after a lost reply a tap gets its outcome and change together, even if the stream sends the change first', async () => {
  const family = await listening();
  const { server, tab, ella, serverHousehold } = family;
  server.fault = (path) => (path === '/api/sync' ? 'reply-lost' : undefined);
  const seen = new Set<string>();
  tab.home.subscribe(() => {
    const { waiting, history } = tab.home.view();
    seen.add(`${row(tab.home.view(), ella)?.row} ${waiting} ${history.length}`);
  });
  await tab.home.run('checkIn', ella);
  await tab.home.syncNow();
  expect(serverHousehold.visits()).toHaveLength(1);
  server.notifyStreams();
  await new Promise((resolve) => setTimeout(resolve, 20));
  server.fault = () => undefined;
  await quiet(tab);
  expect(seen).toEqual(new Set(['storing 1 1', 'waiting 1 1', 'confirmed 0 1']));
  expect(serverHousehold.applied).toHaveLength(3);
});

// docs/sync.md: LV3
test('one tab holds the stream; when it is killed, another takes over and misses nothing', async () => {
  const { server, phone, tab, ella, serverHousehold } = await listening();
  const other = phone.openTab();
  await quiet(other);
  expect(server.streams.size).toBe(1);
  byOtherPhone(serverHousehold, tab.home.account.uid, 'checkIn', ella);
  server.notifyStreams();
  await expect.poll(() => row(other.home.view(), ella)?.status).toBe('in');
  tab.kill();
  byOtherPhone(serverHousehold, other.home.account.uid, 'checkOut', ella);
  await expect.poll(() => row(other.home.view(), ella)?.status).toBe('out');
  await expect.poll(() => server.streams.size).toBe(1);
});

test('a hidden tab gives the stream to another tab, and catches up when visible again', async () => {
  const { server, phone, tab, ella, serverHousehold } = await listening();
  const other = phone.openTab();
  await quiet(other);
  tab.hide();
  await expect.poll(() => server.streamRequests.length).toBe(2);
  await expect.poll(() => server.streams.size).toBe(1);
  other.kill();
  expect(server.streams.size).toBe(0);
  byOtherPhone(serverHousehold, tab.home.account.uid, 'checkIn', ella);
  tab.wake();
  await expect.poll(() => row(tab.home.view(), ella)?.status).toBe('in');
  await expect.poll(() => server.streams.size).toBe(1);
});

// docs/sync.md: LV4
test('a stream silent for too long is replaced after a sync of the missed changes', async () => {
  const { server, tab, ella, serverHousehold } = await listening();
  byOtherPhone(serverHousehold, tab.home.account.uid, 'checkIn', ella);
  tab.advance(44_000);
  expect(server.streamRequests).toHaveLength(1);
  tab.advance(2000);
  tab.advance(2000);
  await expect.poll(() => row(tab.home.view(), ella)?.status).toBe('in');
  await expect.poll(() => server.streamRequests).toHaveLength(2);
  expect(server.streamRequests[1]).toBe(`/api/live?cursor=${serverHousehold.version}`);
  expect(server.streams.size).toBe(1);
});

test('periodic syncs stop while a stream is active and resume without one', async () => {
  const family = await listening();
  const { server, tab } = family;
  await expect.poll(() => tab.home.view().lastHeard).toBeDefined();
  const asked = syncs(family);
  for (let i = 0; i < 6; i += 1) {
    server.notifyStreams();
    tab.advance(31_000);
  }
  await tab.home.view();
  expect(syncs(family)).toBe(asked);
  server.fault = (path) => (path.startsWith('/api/live') ? 'request-lost' : undefined);
  server.breakStreams();
  const syncsHalfAMinuteLater = () => {
    tab.advance(31_000);
    return syncs(family);
  };
  await expect.poll(syncsHalfAMinuteLater).toBeGreaterThan(asked + 2);
});

test('reconnecting a failing stream backs off', async () => {
  const { server, tab } = await listening();
  server.fault = (path) => (path.startsWith('/api/live') ? 'request-lost' : undefined);
  server.breakStreams();
  const tries: number[] = [];
  for (let second = 0; second < 600; second += 5) {
    const before = server.streamRequests.length;
    tab.advance(5000);
    await new Promise((resolve) => setTimeout(resolve, 2));
    if (server.streamRequests.length > before) tries.push(second);
  }
  expect(tries.length).toBeGreaterThan(3);
  expect(tries.length).toBeLessThan(14);
});

test('a locked household has no stream; signing in again opens one, which a sign-out closes', async () => {
  const { server, tab } = await listening();
  server.sessions.clear();
  await tab.home.syncNow();
  expect(tab.home.view().locked).toBe(true);
  expect(server.streams.size).toBe(0);
  tab.wake();
  await tab.home.syncNow();
  expect(server.streamRequests).toHaveLength(1);
  await tab.data.signIn('logIn', ANNA);
  await expect.poll(() => server.streams.size).toBe(1);
  await tab.data.logOut();
  expect(server.streams.size).toBe(0);
});

test.each([
  ['signed-out', { locked: true }],
  ['too-many-streams', { locked: false }],
])('a stream closed with %s is not reopened by itself', async (code, expected) => {
  const { server, tab } = await listening();
  if (code === 'signed-out') server.sessions.clear();
  const [stream] = server.streams;
  stream?.listener.onEvent('closed', JSON.stringify({ code }));
  for (let i = 0; i < 5; i += 1) {
    tab.advance(31_000);
    await tab.home.syncNow();
  }
  expect(server.streamRequests).toHaveLength(1);
  expect(tab.home.view()).toMatchObject(expected);
  if (code === 'signed-out') return;
  tab.wake();
  await expect.poll(() => server.streamRequests).toHaveLength(2);
});

// docs/sync.md: LV1
test('a stream event with a gap or with invalid content triggers a sync', async () => {
  const { server, tab, child, serverHousehold } = await listening();
  byOtherPhone(serverHousehold, tab.home.account.uid, 'addFriend', {
    child,
    friend: newId(),
    name: 'Nils',
    parentPhone: '070-1',
  });
  const [stream] = server.streams;
  stream?.listener.onEvent('changes', JSON.stringify({ after: 99, changes: [], cursor: 100 }));
  await expect.poll(() => tab.home.view().children[0]?.friends.length).toBe(2);
  byOtherPhone(serverHousehold, tab.home.account.uid, 'deleteChild', { child });
  stream?.listener.onEvent('changes', 'null');
  await expect.poll(() => tab.home.view().children.length).toBe(0);
});
