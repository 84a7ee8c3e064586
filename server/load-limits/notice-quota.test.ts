import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Notice } from '#domain/command.ts';
import { DAY_MS } from '#domain/time.ts';
import { seed } from '#tests/support/seed.ts';
import { NoticeQuota } from './notice-quota.ts';

const NOW = Date.parse('2026-05-04T12:00:00.000Z');

let taps = 0;

function aNotice(recipient: Notice['recipient'], kind: Notice['kind'] = 'first'): Notice {
  taps += 1;
  return { about: `tap${taps}`, kind, recipient, name: 'Ella', status: 'in', at: '2026-05-04T12:00:00.000Z' };
}

const toPhone = (phone: string, kind?: Notice['kind']) => aNotice({ phone }, kind);
/** Returns how many of `many` notices are admitted at once. */
const admitted = (quota: NoticeQuota, household: string, many: number, notice: (i: number) => Notice) =>
  Array.from({ length: many }, (_, i) => quota.admit(household, notice(i), NOW)).filter(Boolean).length;

test('a household sends half of a day at once, to many recipients', () => {
  const quota = new NoticeQuota(300);
  expect(admitted(quota, 'a', 60_000, (i) => toPhone(`${i}`))).toBe(150);
  expect(admitted(quota, 'b', 10, (i) => toPhone(`${i}`))).toBe(10);
});

test('a tap whose transaction was not kept counts once, however often it is sent', () => {
  const quota = new NoticeQuota(300);
  const notice = toPhone('070-123');
  expect(admitted(quota, 'a', 100, () => notice)).toBe(100);
  expect(admitted(quota, 'a', 60, () => toPhone('070-123'))).toBe(29);
});

test('one recipient gets a fifth of it, however the number is typed, and a user id is a family’s own', () => {
  const quota = new NoticeQuota(300);
  expect(admitted(quota, 'a', 60, (i) => toPhone(i % 2 ? '070-123' : '070 1 23'))).toBe(30);
  expect(admitted(quota, 'a', 60, () => aNotice({ userId: 'farmor' }))).toBe(30);
  expect(admitted(quota, 'b', 60, () => aNotice({ userId: 'farmor' }))).toBe(30);
});

test('many accounts together do not flood a number, and do not silence another family', () => {
  const quota = new NoticeQuota(300);
  const sent = ['a', 'b', 'c', 'd'].map((household) => admitted(quota, household, 60, () => toPhone('070')));
  expect(sent).toEqual([30, 30, 10, 10]);
});

test('beyond the cap a correction cancels what waits, and taking back passes', () => {
  const quota = new NoticeQuota(300);
  admitted(quota, 'a', 60, () => toPhone('070'));
  const kinds = (kind: Notice['kind'], many: number) =>
    Array.from({ length: many }, () => quota.admit('a', toPhone('070', kind), NOW)?.kind);
  expect(kinds('corrected', 31)).toEqual([...Array.from({ length: 30 }, () => 'corrected'), 'cancelled']);
  expect(kinds('first', 1)).toEqual([undefined]);
  expect(kinds('taken-back', 100)).toEqual(Array.from({ length: 100 }, () => 'taken-back'));
});

test('in no 24 hours more pass than the number of a day, whenever they come', () => {
  const waits = fc.array(fc.tuple(fc.nat(3_600_000), fc.integer({ min: 1, max: 20 })), { maxLength: 60 });
  const holds = (bursts: [number, number][]) => {
    const quota = new NoticeQuota(30);
    const passed: number[] = [];
    let now = NOW;
    for (const [wait, burst] of bursts) {
      now += wait;
      const to = (i: number) => toPhone(`${passed.length} ${i}`);
      for (let i = 0; i < burst; i++) if (quota.admit('a', to(i), now)) passed.push(now);
    }
    for (const start of passed)
      expect(passed.filter((at) => at >= start && at < start + DAY_MS).length).toBeLessThanOrEqual(30);
  };
  fc.assert(fc.property(waits, holds), { seed });
});

test('what is not counted any more takes no memory', () => {
  const quota = new NoticeQuota(300);
  for (let i = 0; i < 20_000; i++) quota.admit(`${i}`, toPhone(`${i}`), NOW + i * 1000);
  expect(quota.size).toBeLessThan(60_000 / 3);
});
