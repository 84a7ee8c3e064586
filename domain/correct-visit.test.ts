import { beforeEach, describe, expect, it } from 'vitest';
import { id, minute, RulebookHousehold } from '#tests/support/rulebook.ts';
import { friendPath } from './paths.ts';

const child = id('noah');
const ella = { child, kind: 'friend', visitor: id('ella') } as const;
let home: RulebookHousehold;

beforeEach(() => {
  home = new RulebookHousehold();
  home.run('addChild', { child, name: 'Noah', birthDate: '2019-05-01' }, -50);
  home.run('addFriend', { child, friend: ella.visitor, name: 'Ella', parentPhone: '112' }, -49);
  home.run('checkIn', ella, 0, { op: id('in1') });
  home.run('checkOut', ella, 60, { op: id('out1') });
  home.run('checkIn', ella, 120, { op: id('in2') });
});

const correct = (visit: string, end: 'arrived' | 'left', to: number, now = 150) =>
  home.run('correctVisit', { ...ella, visit: id(visit), end, at: minute(to) }, now);

describe('correct a visit', () => {
  it('moves the time and leaves a trail', () => {
    correct('in1', 'arrived', -14);
    const [visit] = home.visits(ella);
    expect(visit).toMatchObject({ arrived: { at: minute(-14), tappedAt: minute(0), op: id('in1') } });
    expect(visit?.corrections).toMatchObject([
      { end: 'arrived', from: minute(0), to: minute(-14), at: minute(150) },
    ]);
  });

  it('moves the visitor’s own time where it shows that change', () => {
    correct('in2', 'arrived', 110);
    expect(home.draft.get(friendPath(child, ella.visitor))).toMatchObject({
      status: 'in',
      timestamp: minute(110),
    });
    correct('in1', 'left', 59);
    expect(home.draft.get(friendPath(child, ella.visitor))).toMatchObject({ timestamp: minute(110) });
  });

  it('fills in an end that was unknown', () => {
    const omar = { child, kind: 'guest', visitor: id('omar') } as const;
    home.run('addGuest', { child, guest: omar.visitor, name: 'Omar', parentUserId: 'fatima' }, 1);
    home.run('checkOut', omar, 40, { op: id('omarout') });
    home.run('correctVisit', { ...omar, visit: id('omarout'), end: 'arrived', at: minute(20) }, 45);
    expect(home.visits(omar)).toMatchObject([{ arrived: { at: minute(20) }, left: { at: minute(40) } }]);
  });

  it.each([
    ['a departure of somebody still here', 'in2', 'left', 130, 'visit-open'],
    ['a departure before the arrival', 'in1', 'left', -1, 'ends-before-start'],
    ['an arrival after the departure', 'in1', 'arrived', 61, 'ends-before-start'],
    ['a time to come', 'in2', 'arrived', 152, 'in-the-future'],
    ['a stay that would run into the next', 'in1', 'left', 125, 'overlaps'],
    ['a stay that would begin inside the one before', 'in2', 'arrived', 30, 'overlaps'],
    ['a visit that is not there', 'nothing', 'left', 10, 'not-found'],
  ] as const)('refuses %s', (_what, visit, end, to, code) => {
    expect(correct(visit, end, to)).toMatchObject({ accepted: false, refusal: { code } });
  });

  it('refuses another visitor’s visit', () => {
    home.run('addFriend', { child, friend: id('moa'), name: 'Moa', parentPhone: '112' }, 1);
    const args = { ...ella, visitor: id('moa'), visit: id('in1'), end: 'left', at: minute(59) } as const;
    expect(home.run('correctVisit', args, 150)).toMatchObject({ refusal: { code: 'not-found' } });
  });

  it('corrects what the other family was told', () => {
    const { notices } = correct('in2', 'arrived', 110) as { notices: unknown };
    expect(notices).toMatchObject([{ about: id('in2'), kind: 'corrected', status: 'in', at: minute(110) }]);
  });
});
