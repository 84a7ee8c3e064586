import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notifyCorrectedNowMoved, setCorrectedNow } from '#client/lib/corrected-now.ts';
import { HOUR_MS, isoTime, MINUTE_MS } from '#domain/time.ts';
import { friend } from '#tests/support/people/child-view.ts';
import { dueReminders } from './due-toasts.tsx';
import type { Plan } from './links-on-board.tsx';

const NOON = Date.parse('2026-11-20T12:00:00.000Z');

/** Ella's plan for a number of minutes after noon. */
const ella = (minutes: number): Plan => ({
  visitor: friend('Ella'),
  visit: 'visit-of-ella',
  at: isoTime(NOON + minutes * MINUTE_MS),
});

/** A page on which plans, clock and sight can be changed. */
function page(plans: Plan[]) {
  const reminders: string[] = [];
  const state = { plans, skew: 0 };
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  setCorrectedNow(() => Date.now() + state.skew);
  const watch = dueReminders(
    () => state.plans,
    ({ at }) => reminders.push(at.slice(11, 16)),
  );
  watch.look();
  return { state, watch, reminders, page };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(NOON);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  setCorrectedNow(() => undefined);
});

const pass = (minutes: number) => vi.advanceTimersByTime(minutes * MINUTE_MS);

test('a planned time reminds once, when it comes, and again half an hour later if asked to', () => {
  const { state, watch, reminders } = page([ella(30)]);
  vi.advanceTimersByTime(30 * MINUTE_MS - 1);
  expect(reminders).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(reminders).toEqual(['12:30']);
  state.plans = [ella(60)];
  watch.look();
  pass(600);
  expect(reminders).toEqual(['12:30', '13:00']);
});

test('a time that another phone moved reminds at the new one alone, also if it was moved this very moment', () => {
  const { state, watch, reminders } = page([ella(30)]);
  pass(29);
  // The change has arrived, and the page has not looked at it yet.
  state.plans = [ella(60)];
  pass(1);
  expect(reminders).toEqual([]);
  watch.look();
  pass(30);
  expect(reminders).toEqual(['13:00']);
});

test('a time that was past when the page opened reminds nobody', () => {
  const { reminders } = page([ella(-1)]);
  pass(60);
  expect(reminders).toEqual([]);
});

test('a visit that ends before its planned time reminds nobody', () => {
  const { state, watch, reminders } = page([ella(1)]);
  state.plans = [];
  watch.look();
  pass(2);
  expect(reminders).toEqual([]);
});

test('a reminder waits for somebody to see it, and is dropped if the time moves meanwhile', () => {
  const { state, reminders, page: shown } = page([ella(30), { ...ella(30), visit: 'visit-of-noah' }]);
  shown.visibilityState = 'hidden';
  pass(40);
  expect(reminders).toEqual([]);
  state.plans = state.plans.slice(1);
  shown.visibilityState = 'visible';
  vi.advanceTimersByTime(1000);
  expect(reminders).toEqual(['12:30']);
});

test('the corrected clock counts, and one that runs back reminds no second time', () => {
  const { state, reminders } = page([ella(30)]);
  state.skew = 20 * MINUTE_MS;
  notifyCorrectedNowMoved();
  pass(10);
  expect(reminders).toEqual(['12:30']);
  state.skew = 0;
  notifyCorrectedNowMoved();
  pass(60);
  expect(reminders).toEqual(['12:30']);
});

test('a time beyond the longest timer is waited for', () => {
  const { reminders } = page([ella((26 * 24 * HOUR_MS) / MINUTE_MS)]);
  vi.advanceTimersByTime(25 * 24 * HOUR_MS);
  expect(reminders).toEqual([]);
  vi.advanceTimersByTime(24 * HOUR_MS);
  expect(reminders).toEqual(['12:00']);
});
