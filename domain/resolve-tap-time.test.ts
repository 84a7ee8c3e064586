import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seed } from '#tests/support/seed.ts';
import { resolveTapTime } from './resolve-tap-time.ts';

const NOON = Date.UTC(2026, 8, 14, 12);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 1440 * MINUTE;

describe('the time of a tap of an older page', () => {
  // docs/sync.md: TM1
  it('is the server time minus the age of the tap', () => {
    const placed = resolveTapTime({ tappedAt: NOON - 5 * MINUTE, deviceNow: NOON, receivedAt: NOON + 30 });
    expect(placed).toEqual({ at: NOON - 5 * MINUTE + 30, certainty: 'exact' });
  });

  it('does not depend on the error of the device clock', () => {
    const skew = fc.integer({ min: -400 * DAY, max: 400 * DAY });
    const age = fc.integer({ min: 0, max: 90 * DAY });
    fc.assert(
      fc.property(skew, age, (wrong, old) => {
        const deviceNow = NOON + wrong;
        const placed = resolveTapTime({ tappedAt: deviceNow - old, deviceNow, receivedAt: NOON });
        expect(placed.at).toBe(NOON - old);
        expect(placed.certainty).toBe(Math.abs(wrong) > MINUTE ? 'corrected' : 'exact');
      }),
      { seed },
    );
  });

  it.each([
    ['a negative age', NOON + MINUTE, NOON, NOON],
    ['an age over 90 days', NOON - 91 * DAY, NOON, NOON - 91 * DAY],
  ])('with %s falls back to the earlier clock and is uncertain', (_what, tappedAt, deviceNow, at) => {
    expect(resolveTapTime({ tappedAt, deviceNow, receivedAt: NOON })).toEqual({ at, certainty: 'uncertain' });
  });
});

describe('the time of a tap with an estimate', () => {
  const measured = (at: number) => ({ at, basis: 'measured' }) as const;
  const kept = (at: number) => ({ at, basis: 'kept' }) as const;

  it('by a difference of a former page is uncertain as soon as its age says something else', () => {
    const tap = { tappedAt: NOON, deviceNow: NOON, estimate: kept(NOON) };
    expect(resolveTapTime({ ...tap, receivedAt: NOON + SECOND })).toEqual({ at: NOON, certainty: 'exact' });
    expect(resolveTapTime({ ...tap, receivedAt: NOON + 12 * SECOND })).toEqual({
      at: NOON,
      certainty: 'uncertain',
    });
    const set = { ...tap, receivedAt: NOON + 47 * MINUTE };
    expect(resolveTapTime(set)).toEqual({ at: NOON + 47 * MINUTE, certainty: 'uncertain' });
  });

  it('is uncertain where a clock was set between tap and request, and keeps what its page measured', () => {
    const [tappedAt, deviceNow, receivedAt] = [NOON + 47 * MINUTE, NOON + MINUTE, NOON + MINUTE];
    const placed = resolveTapTime({ tappedAt, deviceNow, receivedAt, estimate: measured(NOON) });
    expect(placed).toEqual({ at: NOON, certainty: 'uncertain' });
  });

  it('is a guess where the phone doubts its own difference', () => {
    const estimate = { at: NOON - 600 * MINUTE, basis: 'doubted' } as const;
    const placed = resolveTapTime({
      tappedAt: NOON,
      deviceNow: NOON + SECOND,
      receivedAt: NOON + SECOND,
      estimate,
    });
    expect(placed).toEqual({ at: NOON, certainty: 'uncertain' });
  });

  // docs/sync.md: TM3
  it('is never after the request, and reaches back no further than an older page may', () => {
    const clock = fc.integer({ min: NOON - 400 * DAY, max: NOON + 400 * DAY });
    const basis = fc.constantFrom('measured' as const, 'kept' as const, 'doubted' as const);
    const holds = fc.property(clock, clock, clock, basis, (tappedAt, deviceNow, at, basis) => {
      const older = resolveTapTime({ tappedAt, deviceNow, receivedAt: NOON });
      const placed = resolveTapTime({ tappedAt, deviceNow, receivedAt: NOON, estimate: { at, basis } });
      expect(placed.at).toBeLessThanOrEqual(NOON);
      expect(placed.at).toBeGreaterThanOrEqual(Math.min(older.at, NOON - 90 * DAY));
      if (at > NOON + 2 * SECOND || at < NOON - 90 * DAY)
        expect(placed).toEqual({ ...older, certainty: 'uncertain' });
    });
    fc.assert(holds, { seed, numRuns: 1000 });
  });
});
