import { expect, test } from 'vitest';
import { stay } from '#tests/support/visits.ts';
import { changedEnds, correction, momentTyped, typedStay } from './correction.ts';

process.env.TZ = 'Europe/Stockholm';
const ella = stay('Ella', '2026-10-02T13:04:31Z', '2026-10-02T15:00:10Z');
const typed = typedStay(ella);

test('the fields begin with the local times, without seconds', () => {
  expect(typed).toEqual({
    arrived: { date: '2026-10-02', time: '15:04' },
    left: { date: '2026-10-02', time: '17:00' },
  });
  expect(typedStay(stay('Noah', undefined, '2026-10-02T15:00Z')).arrived).toEqual({ date: '', time: '' });
});

test('only what was changed is corrected, so that seconds are not lost', () => {
  expect(changedEnds(ella, typed)).toEqual([]);
  expect(changedEnds(ella, { ...typed, arrived: { date: '2026-10-02', time: '14:50' } })).toEqual([
    'arrived',
  ]);
});

test('both ends are corrected in an order that never crosses them', () => {
  const later = {
    arrived: { date: '2026-10-02', time: '17:30' },
    left: { date: '2026-10-02', time: '18:00' },
  };
  const earlier = {
    arrived: { date: '2026-10-02', time: '10:00' },
    left: { date: '2026-10-02', time: '11:00' },
  };
  expect(changedEnds(ella, later)).toEqual(['left', 'arrived']);
  expect(changedEnds(ella, earlier)).toEqual(['arrived', 'left']);
});

test('a correction carries the local time as UTC', () => {
  const args = correction(ella, 'arrived', { date: '2026-10-02', time: '14:50' });
  expect(args).toEqual({ ...ella.ref, visit: ella.visit, end: 'arrived', at: '2026-10-02T12:50:00.000Z' });
});

test('a time half typed is no time', () => {
  expect(momentTyped({ date: '2026-10-02', time: '' })).toBeUndefined();
  expect(momentTyped({ date: '', time: '14:50' })).toBeUndefined();
  expect(momentTyped({ date: '2026-10-02', time: '14:50' })).toBe(Date.parse('2026-10-02T12:50:00Z'));
});

test('a time that the clocks skipped is still a time', () => {
  expect(momentTyped({ date: '2026-03-29', time: '02:30' })).toBe(Date.parse('2026-03-29T01:30:00Z'));
});
