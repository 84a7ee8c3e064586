import { expect, test, vi } from 'vitest';
import { localTime } from './export-csv.ts';

const NOON = '2026-05-04T12:00:00.000Z';

test('a time is formatted in its zone, and in UTC if nobody knows the zone', () => {
  expect(localTime(NOON, 'Europe/Stockholm')).toBe('2026-05-04 14:00');
  expect(localTime('2026-01-04T23:30:59.999Z', 'Europe/Stockholm')).toBe('2026-01-05 00:30');
  expect(localTime(NOON, 'Asia/Kolkata')).toBe(localTime(NOON, 'Asia/Calcutta'));
  expect(localTime(NOON, 'Mars/Crater')).toBe('2026-05-04 12:00 UTC');
});

test('a time is formatted as the browser would, in every zone, at either end of summer time', () => {
  const style = { dateStyle: 'short', timeStyle: 'short' } as const;
  for (const timeZone of Intl.supportedValuesOf('timeZone')) {
    const format = new Intl.DateTimeFormat('sv-SE', { ...style, timeZone });
    for (const at of [
      NOON,
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:30:00.000Z',
      '1999-12-31T23:59:30.000Z',
    ])
      expect(localTime(at, timeZone)).toBe(format.format(new Date(at)));
  }
});

test('no zone makes a format, which takes memory outside the heap', () => {
  const formats = vi.spyOn(Intl, 'DateTimeFormat');
  for (const zone of Intl.supportedValuesOf('timeZone')) localTime(NOON, zone);
  expect(formats).not.toHaveBeenCalled();
  formats.mockRestore();
});
