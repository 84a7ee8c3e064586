import { describe, expect, it } from 'vitest';
import { isFutureDay, isoTime } from './time.ts';

const NOON = Date.UTC(2026, 8, 14, 12);
const MINUTE = 60_000;

describe('future days', () => {
  it('exclude a day that has begun anywhere on earth', () => {
    expect(isFutureDay('2026-09-15', isoTime(NOON))).toBe(false);
    expect(isFutureDay('2026-09-15', isoTime(NOON - 180 * MINUTE))).toBe(true);
    expect(isFutureDay('2026-09-16', isoTime(NOON))).toBe(true);
  });
});
