import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { clockOf } from '#client/ui/local-day.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { halfAnHourMore, nextHalfHours, nextTimes, plannedAt } from './time-choices.tsx';

const at = (time: string) => Date.parse(time);
const nextAt = (clock: string, now: number) => nextTimes(clock, now)[0] ?? Number.NaN;

afterEach(() => vi.unstubAllEnvs());

/** Both nights of 2026 when the clocks of Stockholm change, and the days around them. */
const NIGHTS = ['2026-03-28T12:00Z', '2026-10-24T12:00Z'].map(at);

test('the choices are the next four half hours', () => {
  const choices = nextHalfHours(at('2026-11-20T16:05Z'), 4);
  expect(choices).toEqual(['16:30', '17:00', '17:30', '18:00'].map((clock) => at(`2026-11-20T${clock}Z`)));
  expect(nextHalfHours(at('2026-11-20T16:30Z'), 4)[0]).toBe(at('2026-11-20T17:00Z'));
});

test('a time later today is today, an earlier one tomorrow', () => {
  vi.stubEnv('TZ', 'Europe/Stockholm');
  const now = at('2026-11-20T16:05+01:00');
  expect(nextAt('18:00', now)).toBe(at('2026-11-20T18:00+01:00'));
  expect(nextAt('16:05', now)).toBe(at('2026-11-21T16:05+01:00'));
  expect(nextAt('07:15', now)).toBe(at('2026-11-21T07:15+01:00'));
  expect(nextAt('', now)).toBeNaN();
});

test('in the night when an hour comes twice, its second time counts once the first is past', () => {
  vi.stubEnv('TZ', 'Europe/Stockholm');
  const first = at('2026-10-25T02:30+02:00');
  expect(nextTimes('02:30', first - 1)).toEqual([first, first + HOUR_MS]);
  expect(nextAt('02:30', first)).toBe(first + HOUR_MS);
  expect(nextAt('02:30', first + HOUR_MS)).toBe(at('2026-10-26T02:30+01:00'));
});

test('a planned time that nobody edits stays the second 02:30, and the seconds that it had', () => {
  vi.stubEnv('TZ', 'Europe/Stockholm');
  const [now, planned] = [at('2026-10-24T23:00+02:00'), at('2026-10-25T02:30:20+01:00')];
  expect(plannedAt({ clock: '02:30', at: planned }, now)).toBe(planned);
  expect(plannedAt({ clock: '02:30' }, now)).toBe(at('2026-10-25T02:30+02:00'));
  expect(plannedAt({ clock: '02:30', at: now }, now)).toBe(at('2026-10-25T02:30+02:00'));
  expect(plannedAt({ clock: '' }, now)).toBeUndefined();
});

test('around a change of the clocks a time lies ahead, at most 25 hours, and shows as it was typed', () => {
  vi.stubEnv('TZ', 'Europe/Stockholm');
  const minutes = fc.integer({ min: 0, max: 24 * 60 - 1 });
  fc.assert(
    fc.property(fc.constantFrom(...NIGHTS), fc.nat(36 * 60), minutes, (night, passed, minute) => {
      const now = night + passed * MINUTE_MS;
      const clock = clockOf(at('2026-06-01T00:00+02:00') + minute * MINUTE_MS);
      const time = nextAt(clock, now);
      expect(time).toBeGreaterThan(now);
      expect(time - now).toBeLessThanOrEqual(25 * HOUR_MS);
      // In spring there is no hour of two: its minutes are those of the hour after it.
      expect([clock, clock.replace(/^02/, '03')]).toContain(clockOf(time));
    }),
    { numRuns: 500, seed: 20260329 },
  );
});

test('half an hour more counts from the planned time, or from now once it is past', () => {
  const planned = '2026-11-20T17:00:00.000Z';
  expect(halfAnHourMore(planned, at('2026-11-20T16:50:00Z'))).toBe(at('2026-11-20T17:30:00Z'));
  expect(halfAnHourMore(planned, at('2026-11-20T17:20:40Z'))).toBe(at('2026-11-20T17:50:00Z'));
});
