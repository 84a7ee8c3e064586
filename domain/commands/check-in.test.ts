import { describe, expect, it } from 'vitest';
import { child, ella, ends, family, friendNow, omar } from '#tests/support/people/rulebook-family.ts';
import { contextOf, id, minute, OTHER_PHONE } from '#tests/support/people/rulebook-household.ts';
import { guestPath, visitPath } from '../paths.ts';
import { prepare } from './catalogue.ts';

describe('check in and check out', () => {
  it('a new friend is out without a time, a new guest is out since its creation', () => {
    const home = family();
    expect(friendNow(home)).toMatchObject({ status: 'out' });
    expect(friendNow(home)).not.toHaveProperty('timestamp');
    expect(home.draft.get(guestPath(child, omar.visitor))).toMatchObject({
      status: 'out',
      timestamp: minute(-48),
    });
  });

  it('one visit holds arrival and departure', () => {
    const home = family();
    home.run('checkIn', ella, 0);
    expect(friendNow(home)).toMatchObject({ status: 'in', timestamp: minute(0), openVisit: id('op4') });
    home.run('checkOut', ella, 80);
    expect(ends(home)).toEqual([[minute(0), minute(80)]]);
    expect(friendNow(home)).toMatchObject({ status: 'out', timestamp: minute(80) });
    expect(friendNow(home)).not.toHaveProperty('openVisit');
  });

  it('a repeated status keeps its first time', () => {
    const home = family();
    home.run('checkIn', ella, 0);
    expect(home.run('checkIn', ella, 5)).toEqual({
      accepted: true,
      writes: [],
      notices: [],
      since: minute(0),
    });
    expect(ends(home)).toEqual([[minute(0), 'open']]);
  });

  it('a check-out without a check-in leaves the arrival unknown', () => {
    const home = family();
    home.run('checkOut', omar, 3);
    expect(home.visits(omar)).toMatchObject([{ open: false, left: { at: minute(3) } }]);
    expect(home.visits(omar)[0]).not.toHaveProperty('arrived');
    expect(home.run('checkOut', omar, 9)).toMatchObject({ accepted: true, since: minute(3) });
  });

  it('an unknown visitor and a reused op are refused', () => {
    const home = family();
    const nobody = { ...ella, visitor: id('nobody') };
    expect(home.run('checkIn', nobody, 0)).toMatchObject({ refusal: { code: 'not-found' } });
    home.run('checkIn', ella, 0, { op: id('tap') });
    home.run('checkOut', ella, 1);
    expect(home.run('checkIn', ella, 2, { op: id('tap') })).toMatchObject({ refusal: { code: 'id-taken' } });
    expect(ends(home)).toEqual([[minute(0), minute(1)]]);
  });

  it('a tap that its device moves forward is late if a visit beyond its neighbour was moved later', () => {
    const home = family();
    home.run('checkIn', ella, 0, { op: id('in1') });
    home.run('checkOut', ella, 30);
    home.run('checkIn', ella, 120);
    home.run('checkOut', ella, 120.1);
    const later = { arrived: minute(180), left: minute(210) };
    home.run('correctVisit', { ...ella, visit: id('in1'), ...later }, 240, { device: OTHER_PHONE });
    expect(home.run('checkIn', ella, 119.9)).toMatchObject({ accepted: true, writes: [] });
    expect(friendNow(home)).toMatchObject({ status: 'out' });
  });

  // docs/sync.md: TM4
  it('taps of one device keep their order even if their times are swapped', () => {
    const home = family();
    home.run('checkIn', ella, 10);
    home.run('checkOut', ella, 9.995);
    expect(ends(home)).toEqual([[minute(10), minute(10)]]);
    expect(friendNow(home)?.status).toBe('out');
  });
});

describe('a late tap of another device', () => {
  const late = { device: OTHER_PHONE };
  type Taps = readonly (readonly ['checkIn' | 'checkOut', minute: number])[];
  const visit: Taps = [
    ['checkIn', 0],
    ['checkOut', 60],
  ];

  // docs/sync.md: TM5
  it.each<[string, own: Taps, late: Taps, ends: (number | string)[][]]>([
    ['inside a known visit changes nothing', visit, [['checkIn', 30]], [[0, 60]]],
    [
      'outside any visit adds one with the other end unknown and keeps the present status',
      visit,
      [['checkIn', -20]],
      [
        [-20, '?'],
        [0, 60],
      ],
    ],
    [
      'is completed by its later departure instead of adding another visit',
      visit,
      [
        ['checkIn', -20],
        ['checkOut', -10],
      ],
      [
        [-20, -10],
        [0, 60],
      ],
    ],
    [
      'that checks in does not complete a visit that ended before it',
      [
        ['checkOut', 0],
        ['checkIn', 60],
      ],
      [['checkIn', 30]],
      [
        ['?', 0],
        [30, '?'],
        [60, 'open'],
      ],
    ],
  ])('%s', (_what, own, tapped, expected) => {
    const home = family();
    for (const [name, at] of own) home.run(name, ella, at);
    const before = friendNow(home);
    for (const [name, at] of tapped)
      expect(home.run(name, ella, at, late)).toMatchObject({ accepted: true, notices: [] });
    const timesOf = (end: number | string) => (typeof end === 'number' ? minute(end) : end);
    expect(ends(home)).toEqual(expected.map((each) => each.map(timesOf)));
    expect(friendNow(home)).toEqual(before);
  });

  it('inside a visit hears since when the visitor was here', () => {
    const home = family();
    for (const [name, at] of visit) home.run(name, ella, at);
    expect(home.run('checkIn', ella, 30, late)).toMatchObject({ writes: [], since: minute(0) });
  });

  it('inside a visit that an undo left as the newest changes nothing', () => {
    const home = family();
    home.run('checkIn', ella, 60, { op: id('in1') });
    home.run('checkIn', ella, 0, { ...late, op: id('early') });
    home.run('undo', { ...ella, visit: id('in1'), undoes: id('in1') }, 61);
    home.run('correctVisit', { ...ella, visit: id('early'), left: minute(50) }, 62);
    home.run('checkIn', ella, 30, late);
    expect(friendNow(home)).toMatchObject({ status: 'out' });
    expect(ends(home)).toEqual([[minute(0), minute(50)]]);
  });
});

describe('notices', () => {
  it('are addressed to a phone or a user id', () => {
    const home = family();
    const told = { kind: 'first', status: 'in', at: minute(0) };
    expect(home.run('checkIn', ella, 0)).toMatchObject({
      notices: [{ ...told, recipient: { phone: '070-123 45 67' } }],
    });
    expect(home.run('checkIn', omar, 0)).toMatchObject({
      notices: [{ ...told, recipient: { userId: 'fatima.k' } }],
    });
  });

  it('are not sent if the parent switched them off', () => {
    const home = family();
    home.run('updateProfile', { notifications: false }, -1);
    expect(home.run('checkIn', ella, 0)).toMatchObject({ accepted: true, notices: [] });
  });

  it('that wait are cancelled by an undo, even if switched off meanwhile', () => {
    const home = family();
    home.run('checkIn', ella, 0, { op: id('in1') });
    home.run('updateProfile', { notifications: false }, 1);
    const undo = home.run('undo', { ...ella, visit: id('in1'), undoes: id('in1') }, 2);
    expect(undo).toMatchObject({ notices: [{ about: id('in1'), kind: 'cancelled' }] });
  });
});

it('a decision sees only the read set of its command', () => {
  const home = family();
  const decision = home.draft.decide(
    prepare('checkIn', { ...ella, child: id('other') }, contextOf(id('tap'), minute(0))),
  );
  expect(decision).toMatchObject({ refusal: { code: 'not-found' } });
  expect(home.draft.get(visitPath(child, id('tap')))).toBeUndefined();
});
