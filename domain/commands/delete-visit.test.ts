import { describe, expect, it } from 'vitest';
import { child, ella, ends, family, friendNow, omar } from '#tests/support/people/rulebook-family.ts';
import { contextOf, id, minute, OTHER_PHONE } from '#tests/support/people/rulebook-household.ts';
import { Draft } from '../draft.ts';
import { HouseholdSizes } from '../household-sizes.ts';
import { childPath, guestPath } from '../paths.ts';
import { prepare } from './catalogue.ts';

const DAY = 24 * 60;
const visitOf = (visit: string) => ({ ...ella, visit: id(visit) });
const back = (visit: string, last: number) => ({ ...visitOf(visit), last: minute(last) });

const trail = (home: ReturnType<typeof family>) => home.draft.get(childPath(child))?.removedVisits;

function twoVisits() {
  const home = family();
  home.run('checkIn', ella, 0, { op: id('in1') });
  home.run('checkOut', ella, 60, { op: id('out1') });
  home.run('checkIn', ella, 90, { op: id('in2') });
  return home;
}

describe('deleteVisit', () => {
  it('of the open visit leaves the visitor out since the departure before', () => {
    const home = twoVisits();
    home.run('deleteVisit', visitOf('in2'), 150);
    expect(friendNow(home)).toMatchObject({
      status: 'out',
      timestamp: minute(60),
      latest: { op: id('out1') },
    });
    expect(friendNow(home)).not.toHaveProperty('openVisit');
    expect(ends(home)).toEqual([[minute(0), minute(60)]]);
  });

  it('of the only visit leaves a friend without a time and a guest at the time of its creation', () => {
    const home = family();
    for (const ref of [ella, omar]) {
      const visit = id(`in${ref.visitor}`);
      home.run('checkIn', ref, 0, { op: visit });
      home.run('deleteVisit', { ...ref, visit }, 90);
      expect(home.visits(ref)).toEqual([]);
    }
    expect(friendNow(home)).not.toHaveProperty('timestamp');
    expect(home.draft.get(guestPath(child, omar.visitor))).toMatchObject({ timestamp: minute(-48) });
  });

  it('of a past visit leaves the present alone, and the next removal goes back to the newest one left', () => {
    const home = twoVisits();
    home.run('checkOut', ella, 120, { op: id('out2') });
    home.run('checkIn', ella, 130, { op: id('in3') });
    home.run('deleteVisit', visitOf('in2'), 150);
    expect(friendNow(home)).toMatchObject({ status: 'in', openVisit: id('in3') });
    home.run('deleteVisit', visitOf('in3'), 151);
    expect(friendNow(home)).toMatchObject({ status: 'out', timestamp: minute(60) });
  });

  it('on two phones at once changes something once', () => {
    const home = twoVisits();
    home.run('deleteVisit', visitOf('in2'), 150);
    const again = home.run('deleteVisit', visitOf('in2'), 150, { device: OTHER_PHONE });
    expect(again).toMatchObject({ accepted: true, writes: [], notices: [] });
    expect(trail(home)).toHaveLength(1);
  });

  it.each([{}, { forGood: true }])('refuses an unknown visit, and another visitor’s: %j', (how) => {
    const home = twoVisits();
    for (const args of [visitOf('nothing'), { ...omar, visit: id('in1') }])
      expect(home.run('deleteVisit', { ...args, ...how }, 150)).toMatchObject({
        refusal: { code: 'not-found' },
      });
  });

  it('late taps on the removed visit neither bring it back nor fail', () => {
    const home = twoVisits();
    home.run('deleteVisit', visitOf('in2'), 150);
    expect(home.run('checkOut', ella, 140, { device: OTHER_PHONE })).toMatchObject({ writes: [] });
    const correction = { ...visitOf('in2'), left: minute(130) };
    expect(home.run('correctVisit', correction, 160)).toMatchObject({ refusal: { code: 'not-found' } });
    const answer = { ...visitOf('in2'), stays: true };
    expect(home.run('stayNight', answer, 160)).toMatchObject({ refusal: { code: 'not-found' } });
    const undo = { ...visitOf('in2'), undoes: id('in2'), previous: id('in1') };
    expect(home.run('undo', undo, 160)).toMatchObject({ refusal: { code: 'superseded' } });
    expect(ends(home)).toEqual([[minute(0), minute(60)]]);
  });

  it.each([
    ['checkOut', 80, undefined, []],
    ['checkIn', 10, undefined, []],
    ['checkOut', 80, 70, []],
    ['checkIn', 10, 70, []],
    ['checkIn', -5, undefined, [[minute(-5), '?']]],
    ['checkIn', 80, 70, [[minute(80), 'open']]],
    ['checkOut', 95, undefined, [['?', minute(95)]]],
  ] as const)(
    'of the only visit from 0 to 90: a late %s at %s, if it was left at %s',
    (tap, at, left, visits) => {
      const home = family();
      home.run('checkIn', ella, 0, { op: id('in1') });
      if (left) home.run('checkOut', ella, left);
      home.run('deleteVisit', visitOf('in1'), 90);
      const late = home.run(tap, ella, at, { device: OTHER_PHONE });
      expect(ends(home)).toEqual(visits);
      const isNews = visits.length > 0 && visits[0]?.[0] !== minute(-5);
      expect(late).toMatchObject({ accepted: true, notices: isNews ? [{ kind: 'first' }] : [] });
      expect(friendNow(home)?.status).toBe(visits[0]?.[1] === 'open' ? 'in' : 'out');
    },
  );

  it.each(['checkIn', 'checkOut'] as const)(
    'late taps on the removed visit change nothing beside the right one that was added instead: %s',
    (tap) => {
      const home = family();
      home.run('checkIn', ella, 0, { op: id('in1') });
      home.run('deleteVisit', visitOf('in1'), 90);
      home.run('addVisit', { ...ella, arrived: minute(10), left: minute(20) }, 91);
      expect(home.run(tap, ella, 30, { device: OTHER_PHONE })).toMatchObject({ accepted: true, writes: [] });
      expect(ends(home)).toEqual([[minute(10), minute(20)]]);
    },
  );

  it('leaves the later taps of the phone that removed it alone, even if their times are swapped', () => {
    const home = family();
    home.run('checkIn', ella, 0, { op: id('in1') });
    home.run('deleteVisit', visitOf('in1'), 90);
    home.run('checkIn', ella, 89.999);
    expect(friendNow(home)).toMatchObject({ status: 'in' });
  });

  it('takes back what was told within a day, once, and else only cancels what waits', () => {
    const home = twoVisits();
    expect(home.run('deleteVisit', visitOf('in1'), 150)).toMatchObject({
      notices: [
        { about: id('in1'), kind: 'taken-back', status: 'in', at: minute(90) },
        { about: id('out1'), kind: 'cancelled' },
      ],
    });
    expect(home.run('deleteVisit', visitOf('in2'), 90 + DAY + 1)).toMatchObject({
      notices: [{ about: id('in2'), kind: 'cancelled' }],
    });
  });

  it('keeps who removed what and when, the latest ten for thirty days', () => {
    const home = family();
    for (let i = 0; i < 12; i++) {
      home.run('checkIn', ella, i * 10, { op: id(`visit${i}x`) });
      home.run('deleteVisit', visitOf(`visit${i}x`), i * 10 + 5);
    }
    const kept = () => trail(home)?.map((one) => one.id);
    expect(kept()).toEqual(Array.from({ length: 10 }, (_, i) => id(`visit${i + 2}x`)));
    expect(trail(home)?.[0]).toMatchObject({
      by: 'parent00000000000001',
      at: minute(25),
      visit: { arrived: { at: minute(20) } },
    });
    home.run('checkIn', ella, 200, { op: id('last') });
    home.run('deleteVisit', visitOf('last'), 31 * DAY);
    expect(kept()).toEqual([id('last')]);
  });
});

describe('deleteVisit for good', () => {
  const forGood = (visit: string) => ({ ...visitOf(visit), forGood: true });

  it('keeps no copy that could be put back, and of the others what was kept', () => {
    const home = twoVisits();
    home.run('deleteVisit', visitOf('in2'), 150);
    home.run('deleteVisit', forGood('in1'), 151);
    expect(trail(home)?.map((one) => one.id)).toEqual([id('in2')]);
    expect(home.run('restoreVisit', back('in1', 60), 152)).toMatchObject({ refusal: { code: 'not-found' } });
  });

  it('of a visit that was removed before drops its copy, once', () => {
    const home = twoVisits();
    home.run('deleteVisit', visitOf('in2'), 150);
    expect(home.run('deleteVisit', { ...forGood('in2'), ...omar }, 151)).toMatchObject({ writes: [] });
    expect(trail(home)).toHaveLength(1);
    home.run('deleteVisit', forGood('in2'), 151);
    expect(trail(home)).toBeUndefined();
    expect(home.run('deleteVisit', forGood('in2'), 152)).toMatchObject({ accepted: true, writes: [] });
  });

  it('drops the copy of that visit if one of another visitor was kept before it', () => {
    const home = twoVisits();
    home.run('checkIn', omar, 100, { op: id('omarin') });
    home.run('deleteVisit', { ...omar, visit: id('omarin') }, 140);
    home.run('deleteVisit', visitOf('in2'), 150);
    home.run('deleteVisit', forGood('in2'), 151);
    expect(trail(home)?.map((one) => one.id)).toEqual([id('omarin')]);
  });

  it('drops the copy on a phone that knows of the removal by the child alone', () => {
    const home = twoVisits();
    home.run('deleteVisit', visitOf('in2'), 150);
    const known = new Map(home.documents());
    const source = { everExisted: (path: string) => known.has(path), visitsOf: () => [] };
    const phone = new Draft({ ...source, get: (path) => known.get(path) as never }, new HouseholdSizes());
    phone.decide(prepare('deleteVisit', forGood('in2'), contextOf(id('gone'), minute(151))));
    expect(phone.get(childPath(child))?.removedVisits).toBeUndefined();
  });

  it('tells the other family nothing, and cancels what waits', () => {
    const home = twoVisits();
    expect(home.run('deleteVisit', forGood('in1'), 150)).toMatchObject({
      notices: [{ kind: 'cancelled' }, { kind: 'cancelled' }],
    });
  });
});

describe('restoreVisit', () => {
  it('brings an open visit back as it was, and says so', () => {
    const home = twoVisits();
    const before = new Map(home.documents());
    home.run('deleteVisit', visitOf('in2'), 150);
    const restored = home.run('restoreVisit', back('in2', 90), 151);
    expect(restored).toMatchObject({
      notices: [{ about: id('in2'), kind: 'corrected', status: 'in', at: minute(90) }],
    });
    expect(new Map(home.documents())).toEqual(before);
    expect(home.run('restoreVisit', back('in2', 90), 152)).toMatchObject({ accepted: true, writes: [] });
  });

  it('is superseded for an open visit once the visitor has come again', () => {
    const home = twoVisits();
    home.run('deleteVisit', visitOf('in2'), 150);
    home.run('checkIn', ella, 160);
    expect(home.run('restoreVisit', back('in2', 90), 170)).toMatchObject({ refusal: { code: 'superseded' } });
  });

  it('puts a closed visit back into the history and leaves a newer one the latest', () => {
    const home = twoVisits();
    home.run('deleteVisit', visitOf('in1'), 150);
    expect(home.run('restoreVisit', back('in1', 60), 151)).toMatchObject({ accepted: true });
    expect(friendNow(home)).toMatchObject({ status: 'in', openVisit: id('in2') });
    expect(ends(home)).toEqual([
      [minute(0), minute(60)],
      [minute(90), 'open'],
    ]);
  });

  it('is refused if another visit has taken its time, or if nothing is known of it', () => {
    const home = twoVisits();
    home.run('deleteVisit', visitOf('in1'), 150);
    home.run('addVisit', { ...ella, arrived: minute(30), left: minute(40) }, 151);
    expect(home.run('restoreVisit', back('in1', 60), 152)).toMatchObject({ refusal: { code: 'overlaps' } });
    for (const args of [back('in9', 60), back('in1', 61)])
      expect(home.run('restoreVisit', args, 153)).toMatchObject({ refusal: { code: 'not-found' } });
  });

  it('notifies nobody of a closed visit or an arrival more than a day ago, and cancels what waits', () => {
    const home = twoVisits();
    for (const [visit, last, now] of [
      ['in1', 60, 150],
      ['in2', 90, 90 + DAY + 1],
    ] as const) {
      home.run('deleteVisit', visitOf(visit), now);
      expect(home.run('restoreVisit', back(visit, last), now)).toMatchObject({
        notices: [{ about: id(visit), kind: 'cancelled' }],
      });
    }
  });

  it('closes an open visit of a friend who was deleted meanwhile, without a departure', () => {
    const home = twoVisits();
    home.run('deleteVisit', visitOf('in2'), 150);
    home.run('deleteFriend', { child, friend: ella.visitor }, 151);
    home.run('restoreVisit', back('in2', 90), 152);
    expect(ends(home)).toEqual([
      [minute(0), minute(60)],
      [minute(90), '?'],
    ]);
  });
});
