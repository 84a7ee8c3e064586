import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HOUR_MS, isoTime, MINUTE_MS } from '#domain/time.ts';
import { friend } from '#tests/support/people/child-view.ts';
import type { Plan } from './due-visits.ts';
import { PlanWatch } from './plan-watch.ts';

const NOON = Date.parse('2026-11-20T12:00:00.000Z');

/** Ella's plan for a number of minutes after noon. */
const ella = (minutes: number): Plan => ({
  visitor: friend('Ella'),
  visit: 'visit-of-ella',
  at: isoTime(NOON + minutes * MINUTE_MS),
});

/** A page on which plans, clock and sight can be changed. */
function page(plans: Plan[]) {
  const nudges: string[] = [];
  const state = { plans, isReachable: true, skew: 0 };
  const watch = new PlanWatch({
    plans: () => state.plans,
    now: () => Date.now() + state.skew,
    isReachable: () => state.isReachable,
    nudge: ({ at }) => nudges.push(at.slice(11, 16)),
  });
  watch.look();
  return { state, watch, nudges };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(NOON);
});

afterEach(() => vi.useRealTimers());

const pass = (minutes: number) => vi.advanceTimersByTime(minutes * MINUTE_MS);

test('a planned time nudges once, when it comes', () => {
  const { watch, nudges } = page([ella(30)]);
  vi.advanceTimersByTime(30 * MINUTE_MS - 1);
  expect(nudges).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(nudges).toEqual(['12:30']);
  watch.look();
  pass(600);
  expect(nudges).toEqual(['12:30']);
});

test('a check-out before the time nudges nobody', () => {
  const { state, watch, nudges } = page([ella(30)]);
  pass(10);
  state.plans = [];
  watch.look();
  pass(60);
  expect(nudges).toEqual([]);
});

test('a time that another phone moved nudges at the new one alone, also if it was moved this very moment', () => {
  const { state, watch, nudges } = page([ella(30)]);
  pass(29);
  // The change has arrived, and the page has not looked at it yet.
  state.plans = [ella(60)];
  pass(1);
  expect(nudges).toEqual([]);
  watch.look();
  pass(30);
  expect(nudges).toEqual(['13:00']);
});

test('half an hour more nudges once again', () => {
  const { state, watch, nudges } = page([ella(30)]);
  pass(30);
  state.plans = [ella(60)];
  watch.look();
  pass(30);
  expect(nudges).toEqual(['12:30', '13:00']);
});

test('a time that was past when the page opened nudges nobody', () => {
  const { nudges } = page([ella(-1)]);
  pass(60);
  expect(nudges).toEqual([]);
});

test('a nudge waits for somebody to see it, and is dropped if the time moves meanwhile', () => {
  const { state, nudges } = page([ella(30), { ...ella(30), visit: 'visit-of-noah' }]);
  state.isReachable = false;
  pass(40);
  expect(nudges).toEqual([]);
  state.plans = state.plans.slice(1);
  state.isReachable = true;
  vi.advanceTimersByTime(1000);
  expect(nudges).toEqual(['12:30']);
});

test('the corrected clock counts, and one that runs back nudges no second time', () => {
  const { state, watch, nudges } = page([ella(30)]);
  state.skew = 20 * MINUTE_MS;
  watch.look();
  pass(10);
  expect(nudges).toEqual(['12:30']);
  state.skew = 0;
  watch.look();
  pass(60);
  expect(nudges).toEqual(['12:30']);
});

test('a time beyond the longest timer is waited for', () => {
  const { nudges } = page([ella((26 * 24 * HOUR_MS) / MINUTE_MS)]);
  vi.advanceTimersByTime(25 * 24 * HOUR_MS);
  expect(nudges).toEqual([]);
  vi.advanceTimersByTime(24 * HOUR_MS);
  expect(nudges).toEqual(['12:00']);
});
