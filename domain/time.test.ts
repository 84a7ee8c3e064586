import { describe, expect, it, test, vi } from 'vitest';
import { backoff, isFutureDay, isKnownZone, isoTime, MINUTE_MS } from './time.ts';

const NOON = Date.UTC(2026, 8, 14, 12);

describe('future days', () => {
  it('exclude a day that has begun anywhere on earth', () => {
    expect(isFutureDay('2026-09-15', isoTime(NOON))).toBe(false);
    expect(isFutureDay('2026-09-15', isoTime(NOON - 180 * MINUTE_MS))).toBe(true);
    expect(isFutureDay('2026-09-16', isoTime(NOON))).toBe(true);
  });
});

test('a backoff doubles up to its maximum', () => {
  const waits = [0, 1, 2, 4, 5, 5000].map((attempts) => backoff(1000, attempts, 10_000));
  expect(waits).toEqual([1000, 1000, 2000, 8000, 10_000, 10_000]);
});

describe('a zone', () => {
  it.each(['europe/stockholm', 'Asia/Kolkata', 'Etc/GMT+1', '+01'])(
    'by another name, like %s, is known',
    (zone) => {
      expect(isKnownZone(zone)).toBe(true);
    },
  );

  it.each(['Europe/Uppsala', '20200101T0000Z', '-', ''])('named "%s" is not known', (zone) => {
    expect(isKnownZone(zone)).toBe(false);
  });

  it('that devices report is known without a format, which takes 8 MB', () => {
    const format = vi.spyOn(Intl, 'DateTimeFormat');
    const zones = ['America/Montevideo', 'Asia/Tokyo', 'Europe/Oslo', 'Europe/Stockholm', 'UTC'];
    expect(zones.filter((zone) => !isKnownZone(zone))).toEqual([]);
    expect(format).not.toHaveBeenCalled();
    format.mockRestore();
  });
});
