import { expect, test } from 'vitest';
import type { Visit } from '#domain/documents.ts';
import { annasFamily, type Family, quiet, row } from '#tests/support/phone/family.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Anna's family with a fake server clock. */
async function family(clockError = 0): Promise<Family & { pass: (ms: number) => void }> {
  const all = await annasFamily();
  let time = Date.parse('2026-06-01T10:00:00.000Z');
  all.server.now = () => time;
  all.phone.clockError = clockError;
  const tab = all.tab.reload();
  await quiet(tab);
  const pass = (ms: number) => {
    time += ms;
  };
  return { ...all, tab, pass };
}

const arrivals = ({ serverHousehold }: Family) =>
  serverHousehold.visits().map(({ visit }) => visit.arrived as Visit['arrived']);

test.each([-400 * 24 * HOUR, -2 * HOUR, -500, 500, 2 * HOUR, 400 * 24 * HOUR])(
  'a tap sent six hours late from a device clock %i ms off keeps its true time',
  async (wrong) => {
    const all = await family(wrong);
    const { phone, tab, ella, pass } = all;
    phone.isOnline = false;
    await tab.home.run('checkIn', ella);
    expect(row(tab.home.view(), ella)?.timestamp).toBe('2026-06-01T10:00:00.000Z');
    pass(6 * HOUR);
    phone.isOnline = true;
    await quiet(tab);
    const certainty = Math.abs(wrong) > 60_000 ? 'corrected' : 'exact';
    expect(arrivals(all)).toMatchObject([{ at: '2026-06-01T10:00:00.000Z', certainty }]);
  },
);

test.each([-3 * HOUR, -20_000, 20_000, 3 * HOUR])(
  'changing the device clock by %i ms between two unsent taps moves neither',
  async (change) => {
    const all = await family();
    const { phone, tab, ella, pass, serverHousehold } = all;
    phone.isOnline = false;
    await tab.home.run('checkIn', ella);
    pass(600_000);
    phone.clockError += change;
    await tab.home.run('checkOut', ella);
    pass(600_000);
    phone.isOnline = true;
    await quiet(tab);
    expect(serverHousehold.visits().map(({ visit }) => [visit.arrived?.at, visit.left?.at])).toEqual([
      ['2026-06-01T10:00:00.000Z', '2026-06-01T10:10:00.000Z'],
    ]);
    expect(serverHousehold.visits()[0]?.visit).toMatchObject({
      arrived: { certainty: 'exact' },
      left: { certainty: 'exact' },
    });
  },
);

test('a device sleep that stops the page’s monotonic clock moves no tap', async () => {
  const all = await family();
  const { phone, tab, ella, pass } = all;
  phone.isOnline = false;
  await tab.home.run('checkIn', ella);
  pass(5 * HOUR);
  phone.slept += 5 * HOUR;
  phone.isOnline = true;
  await quiet(tab);
  expect(arrivals(all)).toMatchObject([{ at: '2026-06-01T10:00:00.000Z', certainty: 'exact' }]);
});

test('changing the device clock during a sleep moves no tap', async () => {
  const all = await family();
  const { phone, tab, ella, pass } = all;
  phone.isOnline = false;
  await tab.home.run('checkIn', ella);
  pass(5 * HOUR);
  phone.slept += 5 * HOUR;
  phone.clockError += 2 * HOUR;
  phone.isOnline = true;
  await quiet(tab);
  expect(arrivals(all)).toMatchObject([{ at: '2026-06-01T10:00:00.000Z' }]);
});

test('a page that has not reached the server trusts the device clock', async () => {
  const all = await family();
  const { phone, ella, pass } = all;
  phone.isOnline = false;
  const tab = all.tab.reload();
  await expect.poll(() => row(tab.home.view(), ella)?.status).toBe('out');
  await tab.home.run('checkIn', ella);
  pass(5 * HOUR);
  phone.slept += 5 * HOUR;
  phone.isOnline = true;
  await quiet(tab);
  expect(arrivals(all)).toMatchObject([{ at: '2026-06-01T10:00:00.000Z' }]);
});

test('a tap made by an earlier page, which could not tell a set clock from a sleep, keeps its age and is uncertain', async () => {
  const all = await family();
  const { phone, tab, ella, pass } = all;
  phone.isOnline = false;
  phone.clockError += HOUR;
  await tab.home.run('checkIn', ella);
  pass(HOUR);
  const again = tab.reload();
  phone.isOnline = true;
  await quiet(again);
  expect(arrivals(all)).toMatchObject([{ at: '2026-06-01T10:00:00.000Z', certainty: 'uncertain' }]);
});

// docs/sync.md: TM6
test('the present of the screens is the server’s, offline, after a reload and once the clock was set', async () => {
  const all = await family(47 * MINUTE);
  const { server, phone, pass } = all;
  expect(all.tab.home.now()).toBe(server.now());
  phone.isOnline = false;
  const tab = all.tab.reload();
  await expect.poll(() => tab.home.now()).toBe(server.now());
  pass(MINUTE);
  phone.clockError = -3 * HOUR;
  expect(tab.home.now()).toBe(server.now());
  phone.clockError = 10 * HOUR;
  phone.isOnline = true;
  await quiet(tab);
  expect(tab.home.now()).toBe(server.now());
});

test('a live stream does not keep a clock that was set forward from being noticed', async () => {
  const all = await family();
  const { server, phone } = all;
  phone.hasStreams = true;
  const tab = all.tab.reload();
  await quiet(tab);
  await expect.poll(() => server.streams.size).toBe(1);
  phone.clockError = 47 * MINUTE;
  expect(tab.home.now()).toBe(server.now() + 47 * MINUTE);
  tab.advance(30_000);
  await expect.poll(() => tab.home.now()).toBe(server.now());
  await expect.poll(() => tab.home.view().skew).toBe(-47 * MINUTE);
});

const DELAYS = [1000, 12_000, 60_000];
const cases = DELAYS.flatMap((delay) =>
  [-3 * HOUR, 47 * MINUTE, 10 * HOUR].flatMap((wrong) =>
    (['never', 'before', 'after'] as const).flatMap((setRight) =>
      [false, true].map((isReloaded) => ({ delay, wrong, setRight, isReloaded })),
    ),
  ),
);

test.each(cases)(
  'a tap whose upload takes $delay ms from a clock $wrong ms off, set right $setRight sending (reloaded: $isReloaded)',
  async ({ delay, wrong, setRight, isReloaded }) => {
    const all = await family(wrong);
    const { server, phone, ella, pass } = all;
    let tab = all.tab;
    const touch = server.now();
    phone.isOnline = false;
    await tab.home.run('checkIn', ella);
    expect(row(tab.home.view(), ella)?.timestamp).toBe(new Date(touch).toISOString());
    pass(3000);
    if (setRight === 'before') phone.clockError = 0;
    if (isReloaded) tab = tab.reload();
    await expect.poll(() => row(tab.home.view(), ella)?.status).toBe('in');
    server.fault = (path) => (path === '/api/sync' ? void pass(delay) : undefined);
    phone.isOnline = true;
    await quiet(tab);
    if (setRight === 'after') phone.clockError = 0;
    await quiet(tab);
    const [arrived] = arrivals(all);
    const isMoved = setRight === 'before' && isReloaded;
    expect(Math.abs(Date.parse(arrived?.at ?? '') - touch)).toBeLessThanOrEqual(2000);
    expect(arrived?.certainty).toBe(isMoved ? 'uncertain' : 'corrected');
    expect(row(tab.home.view(), ella)?.timestamp).toBe(arrived?.at);
  },
);

test.each([
  ['the night with 23 hours', '2026-03-29T00:30:00.000Z'],
  ['the night with 25 hours', '2026-10-25T00:30:00.000Z'],
])('in %s two taps two hours apart stay two hours apart, in any time zone', async (_night, start) => {
  const all = await annasFamily();
  let time = Date.parse(start);
  all.server.now = () => time;
  const tab = all.tab.reload();
  await quiet(tab);
  all.phone.isOnline = false;
  all.phone.zone = 'Europe/Stockholm';
  await tab.home.run('checkIn', all.ella);
  time += 2 * HOUR;
  all.phone.zone = 'America/New_York';
  await tab.home.run('checkOut', all.ella);
  all.phone.isOnline = true;
  await quiet(tab);
  const [visit] = all.serverHousehold.visits().map((stored) => stored.visit);
  expect(visit).toMatchObject({
    arrived: { at: start, zone: 'Europe/Stockholm' },
    left: { at: new Date(time).toISOString(), zone: 'America/New_York' },
  });
});

test('an invalid time zone is sent as UTC', async () => {
  const all = await family();
  all.phone.zone = 'somewhere else';
  await all.tab.home.run('checkIn', all.ella);
  await quiet(all.tab);
  expect(arrivals(all)).toMatchObject([{ zone: 'UTC' }]);
});
