import { expect, onTestFinished, test, vi } from 'vitest';
import { createLocalTime } from './local-time.ts';

const NOON = '2026-05-04T12:00:00.000Z';

/** Counts the formats that are created. */
function countFormats(): { created: number } {
  const count = { created: 0 };
  const Original = Intl.DateTimeFormat;
  class Counted extends Original {
    constructor(...given: ConstructorParameters<typeof Original>) {
      super(...given);
      count.created += 1;
    }
  }
  const spy = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(Counted as never);
  onTestFinished(() => spy.mockRestore());
  return count;
}

test('a time is formatted in its zone, and in UTC if nobody knows the zone', () => {
  const local = createLocalTime();
  expect(local(NOON, 'Europe/Stockholm')).toBe('2026-05-04 14:00');
  expect(local(NOON, 'Asia/Kolkata')).toBe(local(NOON, 'Asia/Calcutta'));
  expect(local(NOON, 'Mars/Crater')).toBe('2026-05-04 12:00 UTC');
});

test('any number of unknown zones shares one format', () => {
  const local = createLocalTime();
  for (let i = 0; i < 50; i += 1) local(NOON, `Mars/${i}`);
  const count = countFormats();
  for (let i = 0; i < 50; i += 1) local(NOON, `Mars/${i}`);
  expect(count.created).toBe(0);
});

test('the formats of few zones are kept, those of more are made again', () => {
  const zones = Intl.supportedValuesOf('timeZone').slice(0, 60);
  const local = createLocalTime();
  for (const zone of zones) local(NOON, zone);
  const count = countFormats();
  for (const zone of zones.slice(-20)) local(NOON, zone);
  expect(count.created).toBe(0);
  for (const zone of zones.slice(0, 20)) local(NOON, zone);
  expect(count.created).toBe(20);
});
