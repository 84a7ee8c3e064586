import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFutureDay, isoTime, placeTap } from './time.ts';

const NOON = Date.UTC(2026, 8, 14, 12);
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

describe('the time of a tap', () => {
  it('is the server time minus the age of the tap', () => {
    const placed = placeTap({ tappedAt: NOON - 5 * MINUTE, deviceNow: NOON, receivedAt: NOON + 30 });
    expect(placed).toEqual({ at: NOON - 5 * MINUTE + 30, certainty: 'exact' });
  });

  it('does not depend on the error of the device clock', () => {
    const skew = fc.integer({ min: -400 * DAY, max: 400 * DAY });
    const age = fc.integer({ min: 0, max: 90 * DAY });
    fc.assert(
      fc.property(skew, age, (wrong, old) => {
        const deviceNow = NOON + wrong;
        const placed = placeTap({ tappedAt: deviceNow - old, deviceNow, receivedAt: NOON });
        expect(placed.at).toBe(NOON - old);
        expect(placed.certainty).toBe(Math.abs(wrong) > MINUTE ? 'corrected' : 'exact');
      }),
    );
  });

  it.each([
    ['a negative age', NOON + MINUTE, NOON, NOON],
    ['an age over 90 days', NOON - 91 * DAY, NOON, NOON - 91 * DAY],
  ])('with %s falls back to the earlier clock and is uncertain', (_what, tappedAt, deviceNow, at) => {
    expect(placeTap({ tappedAt, deviceNow, receivedAt: NOON })).toEqual({ at, certainty: 'uncertain' });
  });
});

describe('future days', () => {
  it('exclude a day that has begun anywhere on earth', () => {
    expect(isFutureDay('2026-09-15', isoTime(NOON))).toBe(false);
    expect(isFutureDay('2026-09-15', isoTime(NOON - 180 * MINUTE))).toBe(true);
    expect(isFutureDay('2026-09-16', isoTime(NOON))).toBe(true);
  });
});
