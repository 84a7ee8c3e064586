import { expect, test } from 'vitest';
import type { SyncRequest } from '#domain/protocol/sync.ts';
import { DAY_MS } from '#domain/time.ts';
import { ANNA, annasFamily, type Family, quiet, row } from '#tests/support/phone/family.ts';
import { newId } from '#tests/support/phone/memory-server.ts';

/** Anna's family on a server with an epoch, which `restore` puts back to this moment. */
async function withBackup() {
  const family = await annasFamily();
  const { server, tab, serverHousehold } = family;
  server.epoch = newId();
  await quiet(tab);
  const backup = serverHousehold.copy();
  return { ...family, restore: () => server.restore(serverHousehold, backup) };
}

/** A family whose phone has tapped what the backup lacks. */
async function afterTap() {
  const family = await withBackup();
  await family.tab.home.run('checkIn', family.ella);
  await quiet(family.tab);
  return family;
}

function opsSent({ server }: Pick<Family, 'server'>) {
  return server.requests.flatMap(({ path, body }) => (path === '/api/sync' ? (body as SyncRequest).ops : []));
}

/** The place of a tap among all others: the times of its first request, and its version. */
const PLACE = {
  deviceNow: expect.any(Number),
  receivedAt: expect.any(Number),
  version: expect.any(Number),
};

// docs/sync.md: RS2
test('a tap that the backup lacks is sent again, as it was and once', async () => {
  const family = await afterTap();
  const [first] = opsSent(family).slice(-1);
  family.restore();
  await quiet(family.tab);
  const sent = opsSent(family).slice(-1);
  expect(sent).toEqual([{ ...first, again: { sent: PLACE } }]);
  expect(row(family.tab.home.view(), family.ella)).toMatchObject({ status: 'in', row: 'confirmed' });
  await quiet(family.tab.reload());
  expect(opsSent(family).filter(({ op }) => op === first?.op)).toHaveLength(2);
});

test('so is one that the server had while the database failed', async () => {
  const { restore, phone, tab, ella } = await withBackup();
  phone.database = 'refuses';
  await tab.home.run('checkIn', ella);
  await tab.home.syncNow();
  phone.database = 'works';
  await tab.home.syncNow();
  const again = tab.reload();
  await quiet(again);
  restore();
  await quiet(again);
  expect(row(again.home.view(), ella)).toMatchObject({ status: 'in', row: 'confirmed' });
});

test('a new tap about the same person is sent behind it', async () => {
  const family = await afterTap();
  family.phone.isOnline = false;
  await family.tab.home.run('checkOut', family.ella);
  family.restore();
  family.phone.isOnline = true;
  await quiet(family.tab);
  expect(opsSent(family).slice(-2)).toMatchObject([
    { name: 'checkIn', again: { sent: PLACE } },
    { name: 'checkOut', again: {} },
  ]);
  expect(row(family.tab.home.view(), family.ella)).toMatchObject({ status: 'out', row: 'confirmed' });
});

test('a tap whose reply was lost as the phone fell asleep comes back too, and waits for nobody', async () => {
  const family = await withBackup();
  const { server, tab, phone, ella } = family;
  server.fault = (path) => (path === '/api/sync' ? 'reply-lost' : undefined);
  await tab.home.run('checkIn', ella);
  await tab.home.syncNow();
  phone.slept += 60_000;
  server.fault = () => undefined;
  await quiet(tab);
  family.restore();
  await quiet(tab);
  expect(opsSent(family).at(-1)?.again).toEqual({ sent: PLACE });
  expect(row(tab.home.view(), ella)).toMatchObject({ status: 'in', row: 'confirmed' });
});

test('a tap without an answer has the place of its first attempt', async () => {
  const family = await withBackup();
  const { server, tab, ella } = family;
  const { cursor } = server.requests.flatMap(({ body }) => body as Partial<SyncRequest>).at(-1) ?? {};
  server.fault = (path) => (path === '/api/sync' ? 'reply-lost' : undefined);
  await tab.home.run('checkIn', ella);
  await tab.home.syncNow();
  family.restore();
  server.fault = () => undefined;
  await quiet(tab);
  const { sent } = opsSent(family).at(-1)?.again ?? {};
  expect(sent).toEqual(PLACE);
  expect(sent?.version).toBeGreaterThan(cursor ?? 0);
  expect(row(tab.home.view(), ella)).toMatchObject({ status: 'in', row: 'confirmed' });
});

// docs/sync.md: RS2
test('a tap of more than 14 days ago is not kept', async () => {
  const family = await afterTap();
  const before = opsSent(family).length;
  family.server.now = () => Date.now() + 15 * DAY_MS;
  family.restore();
  await quiet(family.tab);
  expect(opsSent(family)).toHaveLength(before);
});

test('a session that the backup does not know locks the page; what it lacks is sent after the sign-in', async () => {
  const family = await afterTap();
  const { server, tab, ella } = family;
  family.restore();
  server.sessions.clear();
  await tab.home.syncNow();
  expect(tab.home.view().locked).toBe(true);
  await tab.data.signIn('logIn', ANNA);
  await quiet(tab);
  expect(opsSent(family).at(-1)).toHaveProperty('again');
  expect(row(tab.home.view(), ella)).toMatchObject({ status: 'in', row: 'confirmed' });
});
