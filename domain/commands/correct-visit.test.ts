import { beforeEach, describe, expect, it } from 'vitest';
import { ella, family, friendNow, omar } from '#tests/support/people/rulebook-family.ts';
import { id, minute, OTHER_PHONE, type RulebookHousehold } from '#tests/support/people/rulebook-household.ts';

let home: RulebookHousehold;

beforeEach(() => {
  home = family();
  home.run('checkIn', ella, 0, { op: id('in1') });
  home.run('checkOut', ella, 60, { op: id('out1') });
  home.run('checkIn', ella, 120, { op: id('in2') });
});

const correct = (visit: string, end: 'arrived' | 'left', to: number, now = 150) =>
  home.run('correctVisit', { ...ella, visit: id(visit), [end]: minute(to) }, now);

describe('correctVisit', () => {
  it('changes the time and records the correction', () => {
    correct('in1', 'arrived', -14);
    const [visit] = home.visits(ella);
    expect(visit).toMatchObject({ arrived: { at: minute(-14), tappedAt: minute(0), op: id('in1') } });
    expect(visit?.corrections).toMatchObject([
      { end: 'arrived', from: minute(0), to: minute(-14), at: minute(150) },
    ]);
  });

  it('changes the time of the visitor if it shows that change', () => {
    correct('in2', 'arrived', 110);
    expect(friendNow(home)).toMatchObject({ status: 'in', timestamp: minute(110) });
    correct('in1', 'left', 59);
    expect(friendNow(home)).toMatchObject({ timestamp: minute(110) });
  });

  const takeBack = (to: number, actor?: string) =>
    home.run('correctVisit', { ...ella, visit: id('in1'), arrived: minute(to), takesBack: true }, 151, {
      ...(actor && { actor: id(actor) }),
    });

  it('takes a correction back, with its trail', () => {
    const [before] = home.visits(ella);
    correct('in1', 'left', 59);
    const [meanwhile] = home.visits(ella);
    correct('in1', 'arrived', -14);
    expect(takeBack(0)).toMatchObject({ accepted: true });
    expect(home.visits(ella)[0]).toEqual(meanwhile);
    expect(home.visits(ella)[0]?.arrived).toEqual(before?.arrived);
  });

  it('takes back only its own latest correction', () => {
    correct('in1', 'arrived', -14);
    expect(takeBack(0, 'other')).toMatchObject({ refusal: { code: 'superseded' } });
    expect(takeBack(-1)).toMatchObject({ refusal: { code: 'superseded' } });
    correct('in1', 'arrived', -20);
    expect(takeBack(0)).toMatchObject({ refusal: { code: 'superseded' } });
    expect(takeBack(-14)).toMatchObject({ accepted: true });
    expect(takeBack(0)).toMatchObject({ accepted: true });
    expect(home.visits(ella)[0]?.corrections).toEqual([]);
    expect(takeBack(5)).toMatchObject({ refusal: { code: 'superseded' } });
  });

  it('takes back the correction of an arrival after a later one of the departure', () => {
    correct('in1', 'arrived', -14);
    correct('in1', 'left', 59);
    expect(takeBack(0)).toMatchObject({ accepted: true });
    const [visit] = home.visits(ella);
    expect(visit).toMatchObject({ arrived: { at: minute(0) }, left: { at: minute(59) } });
    expect(visit?.corrections).toMatchObject([{ end: 'left' }]);
  });

  it('takes back neither end if the other parent has corrected one of them since', () => {
    const both = { ...ella, visit: id('in1') };
    home.run('correctVisit', { ...both, arrived: minute(-14), left: minute(50) }, 150);
    home.run('correctVisit', { ...both, left: minute(55) }, 151, { actor: id('other') });
    const former = { ...both, arrived: minute(0), left: minute(60), takesBack: true } as const;
    expect(home.run('correctVisit', former, 152)).toMatchObject({ refusal: { code: 'superseded' } });
    expect(home.visits(ella)[0]).toMatchObject({ arrived: { at: minute(-14) }, left: { at: minute(55) } });
  });

  it('fills in an unknown end', () => {
    home.run('checkOut', omar, 40, { op: id('omarout') });
    home.run('correctVisit', { ...omar, visit: id('omarout'), arrived: minute(20) }, 45);
    expect(home.visits(omar)).toMatchObject([{ arrived: { at: minute(20) }, left: { at: minute(40) } }]);
  });

  it.each([
    ['a departure of somebody still here, before the arrival', 'in2', 'left', 110, 'ends-before-start'],
    ['a departure of somebody still here, in the future', 'in2', 'left', 152, 'in-the-future'],
    ['a departure before the arrival', 'in1', 'left', -1, 'ends-before-start'],
    ['an arrival after the departure', 'in1', 'arrived', 61, 'ends-before-start'],
    ['a time in the future', 'in2', 'arrived', 152, 'in-the-future'],
    ['a visit that would overlap the next one', 'in1', 'left', 125, 'overlaps'],
    ['a visit that would overlap the one before', 'in2', 'arrived', 30, 'overlaps'],
    ['an unknown visit', 'nothing', 'left', 10, 'not-found'],
  ] as const)('refuses %s', (_what, visit, end, to, code) => {
    expect(correct(visit, end, to)).toMatchObject({ accepted: false, refusal: { code } });
  });

  it('refuses another visitor’s visit', () => {
    const args = { ...omar, visit: id('in1'), left: minute(59) };
    expect(home.run('correctVisit', args, 150)).toMatchObject({ refusal: { code: 'not-found' } });
  });

  it('given to an open visit, a departure checks out since then, and can be undone', () => {
    const departure = { ...ella, visit: id('in2'), left: minute(130) };
    const decision = home.run('correctVisit', departure, 150, { op: id('leave') });
    expect(decision).toMatchObject({ notices: [{ about: id('leave'), kind: 'first', status: 'out' }] });
    expect(friendNow(home)).toMatchObject({ status: 'out', timestamp: minute(130) });
    expect(friendNow(home)).not.toHaveProperty('openVisit');
    expect(home.visits(ella)[1]).toMatchObject({
      open: false,
      left: { at: minute(130), tappedAt: minute(150) },
      corrections: [{ end: 'left', to: minute(130), at: minute(150) }],
    });
    home.run('undo', { ...ella, visit: id('in2'), undoes: id('leave'), previous: id('in1') }, 151);
    expect(friendNow(home)).toMatchObject({ status: 'in', timestamp: minute(120), openVisit: id('in2') });
    expect(home.visits(ella)[1]).toMatchObject({ open: true, corrections: [] });
  });

  it('a check-out that comes late, before or after the departure given, changes nothing', () => {
    home.run('correctVisit', { ...ella, visit: id('in2'), left: minute(130) }, 150);
    for (const late of [125, 140]) {
      const decision = home.run('checkOut', ella, late, { device: OTHER_PHONE });
      expect(decision).toMatchObject({ accepted: true, writes: [], notices: [] });
    }
  });

  it('both ends of an open visit are corrected at once, and the arrival’s unsent notice is withdrawn', () => {
    const both = { ...ella, visit: id('in2'), arrived: minute(110), left: minute(130) };
    expect(home.run('correctVisit', both, 150)).toMatchObject({
      notices: [
        { about: id('in2'), kind: 'cancelled' },
        { kind: 'first', status: 'out', at: minute(130) },
      ],
    });
  });

  it('notifies the other family of the corrected time, and of a past end only cancels what waits', () => {
    expect(correct('in2', 'arrived', 110)).toMatchObject({
      notices: [{ about: id('in2'), kind: 'corrected', status: 'in', at: minute(110) }],
    });
    expect(correct('in1', 'left', 50)).toMatchObject({ notices: [{ about: id('out1'), kind: 'cancelled' }] });
  });

  it('moves a whole visit past another, or nothing of it if one end is refused', () => {
    home.run('checkOut', ella, 140, { op: id('out2') });
    const move = (arrived: number, left: number) =>
      home.run(
        'correctVisit',
        { ...ella, visit: id('in1'), arrived: minute(arrived), left: minute(left) },
        200,
      );
    expect(move(-10, 300)).toMatchObject({ refusal: { code: 'in-the-future' } });
    expect(move(100, 130)).toMatchObject({ refusal: { code: 'overlaps' } });
    expect(home.visits(ella)[0]).toMatchObject({ arrived: { at: minute(0) }, corrections: [] });
    expect(move(150, 180)).toMatchObject({ accepted: true });
    expect(home.visits(ella)[1]).toMatchObject({ arrived: { at: minute(150) }, left: { at: minute(180) } });
  });

  it('moves a time to a neighbouring end in the same minute', () => {
    home.run('checkOut', ella, 150.5, { op: id('out2') });
    home.run('checkIn', ella, 170.3, { op: id('in3') });
    // A departure corrected to 15:02 after an arrival at 15:02:18 becomes 15:02:18, and likewise for the others.
    expect(correct('in3', 'arrived', 150, 200)).toMatchObject({ accepted: true });
    expect(home.visits(ella)[2]).toMatchObject({ arrived: { at: minute(150.5) } });
    expect(correct('in2', 'arrived', 60, 200)).toMatchObject({ accepted: true });
    expect(correct('in1', 'left', 0, 200)).toMatchObject({ accepted: true });
  });

  it('takes a time less than a minute ahead as now, so that a check-out after it is not late', () => {
    correct('in2', 'arrived', 150.9, 150.2);
    home.run('checkOut', ella, 150.5, { device: OTHER_PHONE });
    expect(friendNow(home)).toMatchObject({ status: 'out' });
    expect(home.visits(ella)).toHaveLength(2);
  });

  it('refuses a correction without a time', () => {
    const nothing = home.run('correctVisit', { ...ella, visit: id('in1') }, 150);
    expect(nothing).toMatchObject({ refusal: { code: 'invalid-arguments' } });
  });
});

it('is refused if it reaches over an earlier visit, also one that ends as the next begins', () => {
  home.run('checkOut', ella, 170);
  home.run('checkIn', ella, 180);
  const longer = { ...ella, visit: id('in2'), arrived: minute(30), left: minute(180) };
  expect(home.run('correctVisit', longer, 200)).toMatchObject({ refusal: { code: 'overlaps' } });
});
