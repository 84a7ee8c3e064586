import { expect, test } from 'vitest';
import type { SyncRequest } from '#domain/protocol/sync.ts';
import { annasFamily, quiet } from '#tests/support/phone/family.ts';
import { newId } from '#tests/support/phone/memory-server.ts';

const LIMITED = { status: 429, code: 'too-many-requests', retryAfter: 40 };

test('what the server takes no more of for a while waits in order, and nothing is refused or sent again before', async () => {
  const { server, phone, tab, child, serverHousehold } = await annasFamily();
  let isLimited = false;
  let asked = 0;
  server.fault = (path, body) => {
    const ops = path === '/api/sync' ? (body as SyncRequest).ops.length : 0;
    if (path === '/api/sync') asked += 1;
    isLimited ||= serverHousehold.applied.length + ops > 202;
    return isLimited && ops > 0 ? LIMITED : undefined;
  };
  phone.isOnline = false;
  const names = Array.from({ length: 250 }, (_, index) => `friend ${index}`);
  for (const name of names)
    await tab.home.run('addFriend', { child, friend: newId(), name, parentPhone: '070-1' });
  phone.isOnline = true;
  await tab.home.syncNow();
  await expect.poll(() => tab.home.view().waiting).toBe(50);
  expect(tab.home.view()).toMatchObject({ refused: [], offline: false, locked: false, throttled: true });

  const before = asked;
  const late = { child, friend: newId(), name: 'late', parentPhone: '070-1' };
  await tab.home.run('addFriend', late);
  tab.hide();
  tab.wake();
  await tab.home.syncNow();
  tab.advance(39_000);
  await tab.home.syncNow();
  expect(asked).toBe(before);
  expect(tab.home.view()).toMatchObject({ waiting: 51, refused: [] });

  server.fault = () => undefined;
  tab.advance(22_000);
  await quiet(tab);
  const applied = serverHousehold.applied.slice(2).map(({ op }) => (op.args as { name: string }).name);
  expect(applied).toEqual([...names, 'late']);
  expect(tab.home.view()).toMatchObject({ waiting: 0, refused: [], throttled: false });
});

test('a limit without a time is tried again after a minute, and one of a day after an hour', async () => {
  for (const [retryAfter, wait] of [
    [undefined, 60_000],
    [86_400, 3_600_000],
  ] as const) {
    const { server, tab, ella, serverHousehold } = await annasFamily();
    const { retryAfter: _time, ...limited } = LIMITED;
    server.fault = (path) =>
      path === '/api/sync' ? { ...limited, ...(retryAfter && { retryAfter }) } : undefined;
    await tab.home.run('checkIn', ella);
    await tab.home.syncNow();
    server.fault = () => undefined;
    tab.advance(wait - 1);
    await tab.home.syncNow();
    expect(serverHousehold.visits()).toHaveLength(0);
    tab.advance(wait / 2 + 2);
    await quiet(tab);
    expect(serverHousehold.visits()).toHaveLength(1);
  }
});
