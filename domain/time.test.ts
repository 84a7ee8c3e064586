import { describe, expect, it, vi } from 'vitest';
import { isFutureDay, isKnownZone, isoTime } from './time.ts';

const NOON = Date.UTC(2026, 8, 14, 12);
const MINUTE = 60_000;

describe('future days', () => {
  it('exclude a day that has begun anywhere on earth', () => {
    expect(isFutureDay('2026-09-15', isoTime(NOON))).toBe(false);
    expect(isFutureDay('2026-09-15', isoTime(NOON - 180 * MINUTE))).toBe(true);
    expect(isFutureDay('2026-09-16', isoTime(NOON))).toBe(true);
  });
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
