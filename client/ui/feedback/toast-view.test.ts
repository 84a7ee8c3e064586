import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { countdownOf } from './toast-view.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('time does not pass while a countdown is paused', () => {
  const then = vi.fn();
  const countdown = countdownOf(10_000, then);
  countdown.start();
  vi.advanceTimersByTime(9000);
  countdown.pause();
  vi.advanceTimersByTime(60_000);
  countdown.start();
  vi.advanceTimersByTime(999);
  expect(then).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(then).toHaveBeenCalledOnce();
});

test('a second start or pause in a row has no effect', () => {
  const then = vi.fn();
  const countdown = countdownOf(1000, then);
  countdown.start();
  countdown.start();
  countdown.pause();
  countdown.pause();
  countdown.start();
  vi.advanceTimersByTime(5000);
  expect(then).toHaveBeenCalledOnce();
});
