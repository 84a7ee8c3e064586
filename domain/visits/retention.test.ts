import { expect, test } from 'vitest';
import { child, ella, family, friendNow, omar } from '#tests/support/people/rulebook-family.ts';
import { id, minute, RulebookHousehold } from '#tests/support/people/rulebook-household.ts';
import { guestPath, profilePath, visitPath } from '../paths.ts';
import {
  isExpired,
  longestRetention,
  RETENTION_CHOICES,
  retentionCutoff,
  retentionDays,
} from './retention.ts';

const parent = profilePath('parent00000000000001');

test('visits are kept for a year, or as long as the parent chooses', () => {
  const home = new RulebookHousehold();
  expect(retentionDays(home.draft.get(parent))).toBe(365);
  for (const days of [30, 90, null, 365] as const) {
    expect(home.run('keepVisits', { days }, 1)).toMatchObject({ accepted: true });
    expect(retentionDays(home.draft.get(parent))).toBe(days);
  }
  expect(home.draft.get(parent)).toMatchObject({ firstName: 'Maja', updatedAt: minute(1) });
  expect(home.run('keepVisits', { days: 365 }, 2)).toMatchObject({ accepted: true, writes: [] });
});

test('a retention that is not among the choices is refused', () => {
  const home = new RulebookHousehold();
  for (const days of [0, 1, -30, 31, Number.NaN, '30', undefined, [30]]) {
    const decision = home.run('keepVisits', { days } as never, 1);
    expect(decision).toMatchObject({ refusal: { code: 'invalid-arguments', field: 'days' } });
  }
  expect(RETENTION_CHOICES.every((days) => retentionDays({ keepVisits: days }) === days)).toBe(true);
});

test('of several parents the longest retention counts', () => {
  const of = (...choices: (30 | 90 | 365 | null | undefined)[]) =>
    longestRetention(choices.map((days) => (days === undefined ? {} : { keepVisits: days })));
  expect(of(30, 90, 30)).toBe(90);
  expect(of(30, undefined)).toBe(365);
  expect([of(null, 30), of(365, null), of()]).toEqual([null, null, null]);
});

test('a visit that ended before the limit expires, an open one never does', () => {
  const limit = retentionCutoff(30, Date.parse('2026-05-31T12:00:00.000Z')) ?? '';
  expect(limit).toBe('2026-05-01T12:00:00.000Z');
  expect(retentionCutoff(null, 0)).toBeUndefined();
  expect(isExpired({ open: false, ended: '2026-05-01T11:59:59.999Z' }, limit)).toBe(true);
  expect(isExpired({ open: false, ended: limit }, limit)).toBe(false);
  expect(isExpired({ open: true, ended: '2020-01-01T00:00:00.000Z' }, limit)).toBe(false);
});

test('a tap can be undone after the visit before it has expired', () => {
  const home = family();
  for (const ref of [ella, omar]) {
    const [first, second] = [id(`${ref.visitor}in1`), id(`${ref.visitor}in2`)];
    home.run('checkIn', ref, 0, { op: first });
    home.run('checkOut', ref, 60, { op: id(`${ref.visitor}out1`) });
    home.run('checkIn', ref, 90, { op: second });
    home.draft.apply({ remove: visitPath(child, first) });
    const undo = { ...ref, visit: second, undoes: second, previous: first };
    expect(home.run('undo', undo, 91)).toMatchObject({ accepted: true });
    expect(home.run('checkIn', ref, 92)).toMatchObject({ accepted: true });
    expect(home.visits(ref)).toHaveLength(1);
    const again = home.visits(ref)[0]?.arrived?.op ?? '';
    home.run('undo', { ...ref, visit: again, undoes: again }, 93);
  }
  expect(friendNow(home)).not.toHaveProperty('timestamp');
  expect(friendNow(home)).not.toHaveProperty('latest');
  expect(home.draft.get(guestPath(child, omar.visitor))).toMatchObject({
    status: 'out',
    timestamp: minute(-48),
  });
});
