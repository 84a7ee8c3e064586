import { expect, test } from 'vitest';
import type { Visit } from '#domain/documents.ts';
import { visitPath } from '#domain/paths.ts';
import type { SyncRequest } from '#domain/protocol/sync.ts';
import { gate } from '#tests/support/gate.ts';
import {
  ANNA,
  annasFamily,
  byOtherPhone,
  type Family,
  journaled,
  quiet,
  row,
} from '#tests/support/phone/family.ts';
import { newId } from '#tests/support/phone/memory-server.ts';

test('a new phone loads people first, then history in pages, newest first', async () => {
  const { server, phone, tab, serverHousehold } = await withVisits(25);
  serverHousehold.visitsPerPage = 10;
  await tab.data.logOut();
  await tab.data.signIn('logIn', ANNA);
  const lengths: number[] = [];
  tab.home.subscribe(() => {
    const { history, historyLoading, state } = tab.home.view();
    if (state === 'loaded') lengths.push(historyLoading ? history.length : -history.length);
  });
  await quiet(tab);
  expect([...new Set(lengths)]).toEqual([0, 10, 20, -25]);
  const times = tab.home.view().history.map(({ left, arrived }) => left?.at ?? arrived?.at ?? '');
  expect(times).toEqual(times.toSorted().toReversed());
  const asked = server.requests.filter(({ path }) => path === '/api/sync').length;
  const again = tab.reload();
  await quiet(again);
  expect(again.home.view().history).toEqual(tab.home.view().history);
  expect(server.requests.filter(({ path }) => path === '/api/sync').length - asked).toBeLessThan(4);
  expect(journaled(phone)).toEqual([]);
});

test('an interrupted history download continues after a reload', async () => {
  const { server, tab, serverHousehold } = await withVisits(25);
  serverHousehold.visitsPerPage = 10;
  await tab.data.logOut();
  let calls = 0;
  server.fault = (path) => (path === '/api/sync' && ++calls > 2 ? 'request-lost' : undefined);
  await tab.data.signIn('logIn', ANNA);
  await tab.home.syncNow();
  expect(tab.home.view()).toMatchObject({ state: 'loaded', historyLoading: true });
  expect(tab.home.view().history).toHaveLength(10);
  const again = tab.reload();
  await expect.poll(() => again.home.view().history.length).toBe(10);
  expect(again.home.view().historyLoading).toBe(true);
  server.fault = () => undefined;
  await quiet(again);
  expect(again.home.view().history).toHaveLength(25);
});

test('a tap made during a history download is sent before the next page', async () => {
  const { server, tab, ella, serverHousehold } = await withVisits(30);
  serverHousehold.visitsPerPage = 10;
  await tab.data.logOut();
  const { passed, open } = gate();
  const latest = () => server.requests.at(-1)?.body as Partial<SyncRequest> | undefined;
  server.beforeReply = async () => void (latest()?.history && (await passed));
  await tab.data.signIn('logIn', ANNA);
  await expect.poll(() => latest()?.history).toBeDefined();
  await tab.home.run('checkIn', ella);
  const heard = server.requests.length;
  open();
  await quiet(tab);
  const bodies = server.requests.slice(heard).map(({ body }) => body as SyncRequest);
  expect(bodies[0]).toMatchObject({ ops: [{ name: 'checkIn' }] });
  expect(bodies[0]?.history).toBeUndefined();
  expect(tab.home.view().history).toHaveLength(31);
});

// docs/sync.md: RP5
test('a removed visit is not restored by a delayed history page', async () => {
  const { tab, child, serverHousehold } = await withVisits(3);
  const [gone] = serverHousehold.visits();
  if (!gone) throw new Error('no visit');
  const before = serverHousehold.documents.get(gone.path);
  serverHousehold.version += 1;
  serverHousehold.documents.set(gone.path, { version: serverHousehold.version });
  await quiet(tab);
  expect(tab.home.view().history).toHaveLength(2);
  const feed = serverHousehold.feed.bind(serverHousehold);
  serverHousehold.feed = (cursor) => {
    const page = feed(cursor);
    return { ...page, changes: [...page.changes, { path: gone.path, version: 1, ...asJson(before) }] };
  };
  await quiet(tab);
  expect(tab.home.view().history).toHaveLength(2);
  expect(child).toBeDefined();
  const again = tab.reload();
  await quiet(again);
  expect(again.home.view().history).toHaveLength(2);
});

test('a child deleted on another phone goes with all its documents, which late changes do not restore', async () => {
  const { tab, child, serverHousehold } = await withVisits(3);
  const [visit] = serverHousehold.visits();
  if (!visit) throw new Error('no visit');
  byOtherPhone(serverHousehold, tab.home.account.uid, 'deleteChild', { child });
  await quiet(tab);
  expect(tab.home.view()).toMatchObject({ children: [], history: [] });
  const feed = serverHousehold.feed.bind(serverHousehold);
  serverHousehold.feed = (cursor) => ({
    ...feed(cursor),
    changes: [{ path: visit.path, version: 99, ...asJson(visit) }],
  });
  await quiet(tab);
  const again = tab.reload();
  await quiet(again);
  expect(again.home.view()).toMatchObject({ children: [], history: [] });
  expect(await storedPaths(again)).toEqual([`children/${child}`, `profiles/${tab.home.account.uid}`]);
});

test('tombstones on the phone are dropped after 90 days', async () => {
  const { server, phone, tab, child, serverHousehold } = await withVisits(3);
  byOtherPhone(serverHousehold, tab.home.account.uid, 'deleteChild', { child });
  await quiet(tab);
  const again = tab.reload();
  await quiet(again);
  const paths = await storedPaths(again);
  expect(paths).toContain(`children/${child}`);
  const soon = server.now;
  server.now = () => soon() + 91 * 24 * 60 * 60_000;
  const later = again.reload();
  await quiet(later);
  expect(await storedPaths(later)).toEqual([`profiles/${tab.home.account.uid}`]);
  expect(later.home.view()).toMatchObject({ children: [], history: [] });
  expect(phone.tabs.size).toBe(1);
});

// docs/sync.md: RP4
test('a snapshot replaces the replica and keeps unsent taps on top', async () => {
  const { phone, tab, child, ella, serverHousehold } = await annasFamily();
  await tab.home.run('addChild', { child: 'alvaalvaalva', name: 'Alva', birthDate: '2019-01-01' });
  await tab.home.run('addFriend', { child, friend: 'nilsnilsnils', name: 'Nils', parentPhone: '070-1' });
  await quiet(tab);
  phone.isOnline = false;
  await tab.home.run('checkIn', ella);
  serverHousehold.documents.delete(`children/${child}/friends/nilsnilsnils` as never);
  serverHousehold.version = 2;
  phone.isOnline = true;
  const alva = tab.home.view().children[1];
  const seen: unknown[] = [];
  tab.home.subscribe(() => seen.push(row(tab.home.view(), ella)?.status));
  await quiet(tab);
  expect(new Set(seen)).toEqual(new Set(['in']));
  expect(tab.home.view().children[1]).toBe(alva);
  expect(alva?.name).toBe('Alva');
  expect(tab.home.view().children[0]?.friends.map(({ name }) => name)).toEqual(['Ella']);
  expect(serverHousehold.visits()).toHaveLength(1);
});

// docs/sync.md: PH5
test('a refused tap is listed, and its effect is removed from the row', async () => {
  const { phone, tab, child, ella, serverHousehold } = await annasFamily();
  phone.isOnline = false;
  await tab.home.run('checkIn', ella);
  byOtherPhone(serverHousehold, tab.home.account.uid, 'deleteFriend', { child, friend: ella.visitor });
  phone.isOnline = true;
  await quiet(tab);
  expect(tab.home.view().refused).toMatchObject([
    { name: 'checkIn', args: ella, refusal: { code: 'not-found' } },
  ]);
  expect(tab.home.view()).toMatchObject({ waiting: 0, history: [] });
  const again = tab.reload();
  await quiet(again);
  expect(again.home.view().refused).toHaveLength(1);
  const [one] = again.home.view().refused;
  await again.home.discard(one?.op ?? '');
  expect(again.home.view().refused).toEqual([]);
  const last = again.reload();
  await quiet(last);
  expect(last.home.view().refused).toEqual([]);
});

test('a refused tap is retried as a new op with its original time, and leaves the list', async () => {
  const { server, tab, ella, serverHousehold } = await annasFamily();
  const op = await refusedOnce({ server, tab, ella, serverHousehold });
  const tappedAt = tab.home.view().refused[0]?.tappedAt;
  const tried = await tab.home.retry(op);
  expect(tried).toMatchObject({ done: true });
  expect(tab.home.view().refused).toEqual([]);
  await quiet(tab);
  const last = serverHousehold.applied.at(-1);
  expect(last?.op).toMatchObject({ name: 'checkIn', tappedAt });
  expect(last?.op.op).not.toBe(op);
  expect(row(tab.home.view(), ella)).toMatchObject({ status: 'in', row: 'confirmed' });
  const again = tab.reload();
  await quiet(again);
  expect(again.home.view().refused).toEqual([]);
});

test('a refused tap is retried with edited arguments; if the device refuses them, it stays listed', async () => {
  const { server, tab, ella, child, serverHousehold } = await annasFamily();
  const op = await refusedOnce({ server, tab, ella, serverHousehold }, 'editFriend', {
    child,
    friend: ella.visitor,
    name: 'Elsa',
    parentPhone: '070-1',
  });
  expect(
    await tab.home.retry(op, { child, friend: ella.visitor, name: '', parentPhone: '070-1' }),
  ).toMatchObject({
    done: false,
    refusal: { code: 'invalid-arguments', field: 'name', problem: 'empty' },
  });
  expect(tab.home.view().refused).toHaveLength(1);
  await tab.home.retry(op, { child, friend: ella.visitor, name: 'Elin', parentPhone: '070-1' });
  await quiet(tab);
  expect(row(tab.home.view(), ella)?.name).toBe('Elin');
  expect(tab.home.view().refused).toEqual([]);
});

test('an unreadable reply loses no tap', async () => {
  const { server, tab, ella, serverHousehold } = await annasFamily();
  const answer = server.answer.bind(server);
  server.answer = async (...about) => ({ status: 200, body: { odd: (await answer(...about)).status } });
  await tab.home.run('checkIn', ella);
  await tab.home.syncNow();
  expect(tab.home.view()).toMatchObject({ waiting: 1, offline: true });
  server.answer = answer;
  await quiet(tab);
  expect(serverHousehold.visits()).toHaveLength(1);
});

test('a server that always promises more changes is not asked forever', async () => {
  const { server, tab, serverHousehold } = await annasFamily();
  const feed = serverHousehold.feed.bind(serverHousehold);
  serverHousehold.feed = (cursor) => ({ ...feed(cursor), more: true });
  const heard = server.requests.length;
  await tab.home.syncNow();
  expect(server.requests.length - heard).toBeLessThan(3);
});

async function withVisits(count: number): Promise<Family> {
  const family = await annasFamily();
  for (let i = 0; i < count; i += 1) family.serverHousehold.put(...closedVisit(family, i));
  await quiet(family.tab);
  return family;
}

function closedVisit({ child, ella }: Family, day: number): [ReturnType<typeof visitPath>, Visit] {
  const moment = (hour: number) => ({
    at: new Date(Date.UTC(2026, 0, 1 + day, hour)).toISOString(),
    tappedAt: '2026-01-01T10:00:00.000Z',
    receivedAt: '2026-01-01T10:00:00.000Z',
    ...{ zone: 'UTC', certainty: 'exact', by: newId(), device: newId(), op: newId() },
  });
  const visitor = { kind: 'friend', id: ella.visitor, name: 'Ella' } as const;
  const ends = { arrived: moment(10), left: moment(15) } as Pick<Visit, 'arrived' | 'left'>;
  return [visitPath(child, newId()), { visitor, open: false, ...ends, corrections: [] }];
}

/** The stored documents, by path. */
async function storedPaths({ phone, home }: Family['tab']): Promise<unknown[]> {
  const { household, uid } = home.account;
  const opened = phone.indexedDB.open(`framme-${household}-${uid}`);
  await new Promise((resolve) => opened.addEventListener('success', resolve));
  const all = opened.result.transaction('documents').objectStore('documents').getAllKeys();
  await new Promise((resolve) => all.addEventListener('success', resolve));
  opened.result.close();
  return all.result;
}

/** Makes the server refuse one tap, as if its rule had crashed. */
async function refusedOnce(
  { server, tab, ella, serverHousehold }: Pick<Family, 'server' | 'tab' | 'ella' | 'serverHousehold'>,
  name: 'checkIn' | 'editFriend' = 'checkIn',
  args: unknown = ella,
): Promise<string> {
  const apply = serverHousehold.apply.bind(serverHousehold);
  serverHousehold.apply = ({ op }) => ({ op, result: 'refused', refusal: { code: 'failed' } });
  await tab.home.run(name, args as never);
  await quiet(tab);
  serverHousehold.apply = apply;
  expect(server.requests.length).toBeGreaterThan(0);
  return tab.home.view().refused[0]?.op ?? '';
}

function asJson(serverHousehold: unknown): { document?: Record<string, unknown> } {
  const { document, visit } = serverHousehold as {
    document?: Record<string, unknown>;
    visit?: Record<string, unknown>;
  };
  return { document: document ?? visit ?? {} };
}
