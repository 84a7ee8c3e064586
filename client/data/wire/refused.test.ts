import { expect, test } from 'vitest';
import type { SyncRequest } from '#domain/protocol/sync.ts';
import { annasFamily, byOtherPhone, type Family, quiet, row } from '#tests/support/phone/family.ts';
import { newId } from '#tests/support/phone/memory-server.ts';
import { backUp, restore } from '#tests/support/phone/phone-backup.ts';

/** Makes the server reject every request that contains this tap. */
function cannotRead({ server }: Family, isBad: (op: SyncRequest['ops'][number]) => boolean, status = 400) {
  const sent: number[] = [];
  server.fault = (path, body) => {
    if (path !== '/api/sync') return undefined;
    const { ops } = body as SyncRequest;
    sent.push(ops.length);
    const code = status === 413 ? 'too-large' : 'invalid-request';
    return ops.some(isBad) ? { status, code } : undefined;
  };
  return sent;
}

test.each([400, 413])(
  // docs/sync.md: PH11
  'a tap that the server always answers with %i does not block the others',
  async (status) => {
    const family = await annasFamily();
    const { phone, tab, child, serverHousehold } = family;
    const sent = cannotRead(family, ({ args }) => (args as { name: string }).name === 'bad', status);
    phone.isOnline = false;
    for (let i = 0; i < 20; i += 1) {
      const name = i === 13 ? 'bad' : `friend ${i}`;
      await tab.home.run('addFriend', { child, friend: newId(), name, parentPhone: '070-1' });
    }
    phone.isOnline = true;
    await quiet(tab);
    expect(tab.home.view().refused).toMatchObject([
      { name: 'addFriend', args: { name: 'bad' }, refusal: { code: 'invalid-arguments' } },
    ]);
    const names = serverHousehold.applied.slice(2).map(({ op }) => (op.args as { name: string }).name);
    expect(names).toEqual(
      Array.from({ length: 20 }, (_, i) => `friend ${i}`).filter((name) => name !== 'friend 13'),
    );
    expect(tab.home.view().children[0]?.friends.map(({ name }) => name)).not.toContain('bad');
    expect(sent.length).toBeLessThan(20);
  },
);

test('an invalid-request reply that no single tap causes refuses no tap', async () => {
  const { server, tab, ella, serverHousehold } = await annasFamily();
  server.fault = (path) => (path === '/api/sync' ? { status: 400, code: 'invalid-request' } : undefined);
  await tab.home.run('checkIn', ella);
  await tab.home.syncNow();
  expect(tab.home.view()).toMatchObject({ waiting: 1, refused: [], offline: true });
  server.fault = () => undefined;
  await quiet(tab);
  expect(serverHousehold.visits()).toHaveLength(1);
});

test.each(['page-too-old', 'page-too-new'] as const)('%s is shown, and no tap is lost', async (code) => {
  const { server, tab, ella, serverHousehold } = await annasFamily();
  server.fault = () => ({ status: 409, code });
  await tab.home.run('checkIn', ella);
  await tab.home.syncNow();
  expect(tab.home.view()).toMatchObject({ mismatch: code, offline: false, locked: false, waiting: 1 });
  expect(row(tab.home.view(), ella)).toMatchObject({ status: 'in', row: 'waiting' });
  server.fault = () => undefined;
  const again = tab.reload();
  await quiet(again);
  expect(again.home.view().mismatch).toBeUndefined();
  expect(serverHousehold.visits()).toHaveLength(1);
});

// docs/sync.md: OP2
test('a phone restored from a backup gets a new device id, and its taps stay in order, once each', async () => {
  const { phone, tab, ella, serverHousehold } = await annasFamily();
  phone.isOnline = false;
  await tab.home.run('checkIn', ella);
  tab.kill();
  const backup = await backUp(phone.indexedDB);
  phone.isOnline = true;
  const before = phone.openTab();
  await quiet(before);
  for (const name of ['checkOut', 'checkIn', 'checkOut'] as const) await before.home.run(name, ella);
  await quiet(before);
  before.kill();
  await restore(phone.indexedDB, backup);
  const tabs = [phone.openTab(), phone.openTab()];
  const [restored] = tabs;
  if (!restored) throw new Error('no tab');
  for (const name of ['checkIn', 'checkOut', 'checkIn'] as const) await restored.home.run(name, ella);
  await quiet(...tabs);
  const applied = serverHousehold.applied.slice(2);
  expect(applied.map(({ op }) => op.name)).toEqual([
    ...['checkIn', 'checkOut', 'checkIn', 'checkOut'],
    ...['checkIn', 'checkOut', 'checkIn'],
  ]);
  expect(new Set(applied.map(({ op }) => op.op)).size).toBe(7);
  expect(new Set(applied.map(({ device }) => device)).size).toBe(2);
  expect(restored.home.view()).toMatchObject({ waiting: 0, refused: [] });
  expect(row(restored.home.view(), ella)).toMatchObject({ status: 'in', row: 'confirmed' });
});

// docs/sync.md: OP6
test('a tap older than the stored outcomes of the server is listed as refused', async () => {
  const { server, phone, tab, ella, serverHousehold } = await annasFamily();
  const { device } = serverHousehold.applied[0] ?? {};
  phone.isOnline = false;
  await tab.home.run('checkIn', ella);
  const soon = server.now;
  server.now = () => soon() + 91 * 24 * 60 * 60_000;
  byOtherPhone(serverHousehold, tab.home.account.uid, 'checkOut', ella, {
    device: device ?? '',
    sequence: 99,
  });
  phone.isOnline = true;
  await quiet(tab);
  expect(tab.home.view().refused).toMatchObject([{ name: 'checkIn', refusal: { code: 'out-of-order' } }]);
});

test('a refused tap names its people although another phone has removed them, also after a reload', async () => {
  const { phone, tab, child, ella, serverHousehold } = await annasFamily();
  phone.isOnline = false;
  await tab.home.run('checkIn', ella);
  expect(tab.home.unsent()).toMatchObject([{ people: { child: 'Kim', person: 'Ella' } }]);
  byOtherPhone(serverHousehold, tab.home.account.uid, 'deleteChild', { child });
  phone.isOnline = true;
  await quiet(tab);
  const named = [{ refusal: { code: 'not-found' }, people: { child: 'Kim', person: 'Ella' } }];
  expect(tab.home.view()).toMatchObject({ children: [], refused: named });
  const again = tab.reload();
  await quiet(again);
  expect(again.home.view().refused).toMatchObject(named);
  await again.home.retry(again.home.view().refused[0]?.op ?? '');
  await quiet(again);
  expect(again.home.view().refused).toMatchObject(named);
});

test('the names of the people stay on the device', async () => {
  const { server, tab, ella } = await annasFamily();
  await tab.home.run('checkIn', ella);
  await quiet(tab);
  const bodies = server.requests.map(({ body }) => JSON.stringify(body));
  expect(bodies.some((body) => body?.includes('checkIn'))).toBe(true);
  expect(bodies.some((body) => body?.includes('"people"'))).toBe(false);
});

test.each([
  ['unknown-command', 'unknown-command'],
  ['too-many-moons', 'failed'],
] as const)('a refusal as %s is listed as %s, changes no row and blocks nothing', async (code, listed) => {
  const { server, tab, ella, child, serverHousehold } = await annasFamily();
  const before = row(tab.home.view(), ella);
  const apply = serverHousehold.apply.bind(serverHousehold);
  serverHousehold.apply = (op, sender) =>
    op.name === 'checkIn'
      ? { op: op.op, result: 'refused', refusal: { code: code as 'failed' } }
      : apply(op, sender);
  await tab.home.run('checkIn', ella);
  await tab.home.run('addFriend', { child, friend: newId(), name: 'Noa', parentPhone: '070-1' });
  await quiet(tab);
  expect(tab.home.view()).toMatchObject({
    refused: [{ name: 'checkIn', refusal: { code: listed } }],
    history: [],
  });
  expect(row(tab.home.view(), ella)).toEqual(before);
  expect(tab.home.view().children[0]?.friends).toHaveLength(2);
  expect(server.requests.length).toBeLessThan(20);
});
