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

test.each([
  { wrong: -3 * HOUR, setRight: 'never', isReloaded: true },
  { wrong: 47 * MINUTE, setRight: 'before', isReloaded: false },
  { wrong: 47 * MINUTE, setRight: 'before', isReloaded: true },
  { wrong: 10 * HOUR, setRight: 'after', isReloaded: false },
])(
  'a tap of a clock $wrong ms off, set right $setRight its slow upload, is timed by the server (reloaded: $isReloaded)',
  async ({ wrong, setRight, isReloaded }) => {
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
    server.fault = (path) => (path === '/api/sync' ? void pass(12_000) : undefined);
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
