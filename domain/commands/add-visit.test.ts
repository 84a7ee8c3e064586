import { describe, expect, it } from 'vitest';
import { child, ella, ends, family, friendNow } from '#tests/support/people/rulebook-family.ts';
import { id, minute, OTHER_PHONE } from '#tests/support/people/rulebook-household.ts';
import { visitPath } from '../paths.ts';

const DAY = 24 * 60;
const added = (from: number, to: number) => ({ ...ella, arrived: minute(from), left: minute(to) });

describe('addVisit', () => {
  it('adds a visit that says that it was added, and tells nobody', () => {
    const home = family();
    expect(home.run('addVisit', added(-40, -10), 0, { op: id('add1') })).toMatchObject({
      accepted: true,
      notices: [],
    });
    expect(home.draft.get(visitPath(child, id('add1')))).toMatchObject({
      open: false,
      arrived: { at: minute(-40), tappedAt: minute(0) },
      left: { at: minute(-10) },
      added: { at: minute(0) },
      corrections: [],
    });
  });

  it('is the visitor’s latest change only if nothing later is known', () => {
    const home = family();
    home.run('checkIn', ella, 0);
    home.run('checkOut', ella, 60);
    home.run('addVisit', added(-40, -10), 70);
    expect(friendNow(home)).toMatchObject({ status: 'out', timestamp: minute(60) });
    home.run('addVisit', added(65, 68), 71, { op: id('add2') });
    expect(friendNow(home)).toMatchObject({
      status: 'out',
      timestamp: minute(68),
      latest: { op: id('add2') },
    });
    home.run('undo', { ...ella, visit: id('add2'), undoes: id('add2'), previous: id('op4') }, 72);
    expect(friendNow(home)).toMatchObject({ status: 'out', timestamp: minute(60) });
    expect(ends(home)).toHaveLength(2);
  });

  it('leaves somebody who is here alone', () => {
    const home = family();
    home.run('checkIn', ella, 0, { op: id('in1') });
    expect(home.run('addVisit', added(-40, -10), 30)).toMatchObject({ accepted: true });
    expect(friendNow(home)).toMatchObject({ status: 'in', timestamp: minute(0), openVisit: id('in1') });
  });

  it.each([
    ['a visit that overlaps another', added(30, 90), 'overlaps'],
    ['a visit around another', added(-10, 130), 'overlaps'],
    ['a visit within another', added(10, 20), 'overlaps'],
    ['a visit that reaches into the open one', added(110, 125), 'overlaps'],
    ['an end in the future', added(70, 152), 'in-the-future'],
    ['an end before the beginning', added(80, 70), 'ends-before-start'],
    ['a visit that retention would purge', added(-400 * DAY, -399 * DAY), 'invalid-arguments'],
    ['an unknown visitor', { ...added(70, 80), visitor: id('nobody') }, 'not-found'],
  ] as const)('refuses %s', (_what, args, code) => {
    const home = family();
    home.run('checkIn', ella, 0);
    home.run('checkOut', ella, 60);
    home.run('checkIn', ella, 120);
    expect(home.run('addVisit', args, 150)).toMatchObject({ accepted: false, refusal: { code } });
    expect(ends(home)).toHaveLength(2);
  });

  it('may touch its neighbours in the same minute', () => {
    const home = family();
    home.run('checkIn', ella, 0.7);
    home.run('checkOut', ella, 60.4);
    expect(home.run('addVisit', added(60, 90), 150)).toMatchObject({ accepted: true });
    expect(ends(home)[1]).toEqual([minute(60.4), minute(90)]);
  });

  it('with the same op adds it once, even after its outcome was purged and the visit removed', () => {
    const home = family();
    const op = { op: id('add1') };
    home.run('addVisit', added(-40, -10), 0, op);
    expect(home.run('addVisit', added(-40, -10), 1, op)).toMatchObject({ refusal: { code: 'id-taken' } });
    home.run('deleteVisit', { ...ella, visit: id('add1') }, 2);
    expect(home.run('addVisit', added(-40, -10), 3, op)).toMatchObject({ refusal: { code: 'id-taken' } });
    expect(ends(home)).toEqual([]);
  });

  it('a late tap of another phone inside it changes nothing', () => {
    const home = family();
    home.run('addVisit', added(-40, -10), 0);
    const late = home.run('checkIn', ella, -30, { device: OTHER_PHONE });
    expect(late).toMatchObject({ accepted: true, writes: [] });
  });

  it('corrected or removed, it still tells nobody', () => {
    const home = family();
    home.run('addVisit', added(-40, -10), 0, { op: id('add1') });
    const visit = { ...ella, visit: id('add1') };
    const corrected = home.run('correctVisit', { ...visit, arrived: minute(-50), left: minute(-5) }, 1);
    expect(corrected).toMatchObject({ accepted: true, notices: [] });
    expect(friendNow(home)).toMatchObject({ timestamp: minute(-5) });
    expect(home.run('deleteVisit', visit, 2)).toMatchObject({ accepted: true, notices: [] });
    const restored = home.run('restoreVisit', { ...visit, last: minute(-5) }, 3);
    expect(restored).toMatchObject({ accepted: true, notices: [] });
  });
});

it('behind a visit whose departure is undone later, it keeps that one closed: the two would overlap', () => {
  const home = family();
  home.run('checkIn', ella, 0, { op: id('in1') });
  home.run('checkOut', ella, 60, { op: id('out1') });
  home.run('checkIn', ella, 100, { op: id('in2') });
  home.run('addVisit', added(70, 80), 101, { op: id('add1') });
  home.run('undo', { ...ella, visit: id('in2'), undoes: id('in2'), previous: id('in1') }, 102);
  const departure = { ...ella, visit: id('in1'), undoes: id('out1') };
  expect(home.run('undo', departure, 103)).toMatchObject({ refusal: { code: 'superseded' } });
  expect(ends(home)).toEqual([
    [minute(0), minute(60)],
    [minute(70), minute(80)],
  ]);
});
