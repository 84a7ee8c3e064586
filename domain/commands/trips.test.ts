import { describe, expect, it } from 'vitest';
import { child, ella, family, friendNow } from '#tests/support/people/rulebook-family.ts';
import { id, minute, OTHER_PHONE, type RulebookHousehold } from '#tests/support/people/rulebook-household.ts';
import type { Context } from '../command.ts';
import { visitPath } from '../paths.ts';
import { isTripOpen, shownDue } from '../trips/trip.ts';

const [IN, OUT, WALK] = [id('in1'), id('out1'), id('walk1')];
const SECOND = 1 / 60;

/** Ella came at minute 0 and left at 60. */
function departed(): RulebookHousehold {
  const home = family();
  home.run('checkIn', ella, 0, { op: IN });
  home.run('checkOut', ella, 60, { op: OUT });
  return home;
}

function start(home: RulebookHousehold, at: number, given: Partial<Context> = {}, args: object = {}) {
  const usual = { ...ella, checkOut: OUT, since: 0, minutes: 15 };
  return home.run('startTrip', { ...usual, ...args }, at, { op: WALK, ...given });
}

function walking(): RulebookHousehold {
  const home = departed();
  start(home, 60.5);
  return home;
}

const end = (home: RulebookHousehold, how: 'host' | 'taken-back', at: number, given = {}) =>
  home.run('endTrip', { ...ella, visit: IN, start: WALK, how }, at, given);
const reopen = (home: RulebookHousehold, at: number, given = {}) =>
  home.run('reopenTrip', { ...ella, visit: IN, start: WALK }, at, given);
const visitNow = (home: RulebookHousehold, visit = IN) => home.draft.get(visitPath(child, visit));
const tripNow = (home: RulebookHousehold) => visitNow(home)?.trip;
const UNCHANGED = { accepted: true, writes: [] };
const SUPERSEDED = { refusal: { code: 'superseded' } };

it('a start is due in whole minutes after its tap, alerts the homes, and is remembered for the friend', () => {
  const home = departed();
  expect(start(home, 60.5)).toMatchObject({
    alerts: [{ about: visitPath(child, IN), kind: 'trip', stage: 'start', at: minute(60.5 + 10 * SECOND) }],
  });
  expect(tripNow(home)).toMatchObject({ op: WALK, startedAt: minute(60.5), due: minute(75) });
  expect(friendNow(home)).toMatchObject({ status: 'out', tripMinutes: 15 });
});

describe('a second start', () => {
  it('moves what is due by its own tap while the trip is open, also twenty minutes later', () => {
    const home = walking();
    const args = { since: 20 * 60_000, minutes: 30 };
    const later = start(home, 80, { op: id('chip'), actor: id('bo') }, args);
    expect(later).toMatchObject({ alerts: [{ stage: 'start', at: minute(80 + 10 * SECOND) }] });
    const { by, ...begun } = tripNow(walking()) ?? {};
    expect(tripNow(home)).toEqual({ ...begun, by, due: minute(110) });
  });

  it.each(['host', 'taken-back'] as const)(
    'tapped before the word %s, or after a call, changes nothing',
    (how) => {
      const home = walking();
      end(home, how, 62);
      const taps = how === 'host' ? [61, 63, 90] : [61, 62];
      for (const at of taps)
        expect([at, start(home, at, { op: id(`at${at}`) })]).toMatchObject([at, UNCHANGED]);
      expect(tripNow(home)).toMatchObject({ op: WALK, due: minute(75), over: { how } });
    },
  );

  it('tapped after a take-back is a new trip', () => {
    const home = walking();
    end(home, 'taken-back', 62);
    start(home, 63, { op: id('walk2') });
    expect(tripNow(home)).toEqual({
      ...{ op: id('walk2'), startedAt: minute(63), due: minute(78) },
      ...{ zone: 'Europe/Stockholm', by: expect.any(String) },
    });
  });

  it('an hour after what was due, or before the first one, changes nothing', () => {
    const home = walking();
    for (const at of [60.2, 135, 500])
      expect([at, start(home, at, { op: id('again') })]).toMatchObject([at, UNCHANGED]);
    expect(tripNow(home)?.due).toBe(minute(75));
  });
});

describe('which visit', () => {
  it('of two check-outs within ten minutes both name the one visit', () => {
    const starts = [5, 10, 11].map((late) => {
      const home = departed();
      home.run('checkOut', ella, 60 + late, { op: id('out2'), device: OTHER_PHONE });
      const at = { device: OTHER_PHONE };
      return start(home, 61 + late, at, { checkOut: id('out2'), since: 60_000 });
    });
    expect(starts).toMatchObject([
      { accepted: true, alerts: [{}] },
      { accepted: true, alerts: [{}] },
      SUPERSEDED,
    ]);
  });

  it('a start from before the departure that stands changes nothing, and one of the same phone begins with it', () => {
    const home = departed();
    const early = start(home, 58, { device: OTHER_PHONE }, { checkOut: id('out2') });
    expect([early, tripNow(home)]).toMatchObject([UNCHANGED, undefined]);
    start(home, 60 - SECOND);
    expect(tripNow(home)).toMatchObject({ startedAt: minute(60), due: minute(75) });
  });

  it('a start changes nothing once the child came again, or the check-out was undone', () => {
    const [again, undone] = [departed(), departed()];
    again.run('checkIn', ella, 61);
    undone.run('undo', { ...ella, visit: IN, undoes: OUT }, 61);
    for (const home of [again, undone])
      expect([start(home, 60.5), tripNow(home)]).toMatchObject([UNCHANGED, undefined]);
  });

  it('of nobody, and of a check-out that nobody knows, it is refused', () => {
    const home = departed();
    const args = { checkOut: id('another'), since: 0 };
    expect(start(home, 75, {}, args)).toMatchObject(SUPERSEDED);
    expect(start(home, 61, {}, { visitor: id('nobody') })).toMatchObject({ refusal: { code: 'not-found' } });
  });
});

describe('a trip', () => {
  it('goes with an undone check-out', () => {
    const home = walking();
    home.run('undo', { ...ella, visit: IN, undoes: OUT }, 62);
    expect(visitNow(home)).toMatchObject({ open: true });
    expect(tripNow(home)).toBeUndefined();
  });

  it('goes with a removed visit, and does not come back with it', () => {
    const home = walking();
    home.run('deleteVisit', { ...ella, visit: IN }, 62);
    expect(JSON.stringify(home.documents())).not.toContain('"trip":');
    home.run('restoreVisit', { ...ella, visit: IN, last: minute(60) }, 63);
    expect(visitNow(home)).toMatchObject({ open: false, left: { at: minute(60) } });
    expect(tripNow(home)).toBeUndefined();
  });

  it('stays as it is when its departure is corrected, and hides what was due before that', () => {
    const home = walking();
    const before = tripNow(home);
    const due = [50, 75, 76].map((left) => {
      home.run('correctVisit', { ...ella, visit: IN, left: minute(left) }, 80);
      return shownDue(visitNow(home) ?? {});
    });
    expect(due).toEqual([minute(75), minute(75), undefined]);
    expect(tripNow(home)).toEqual(before);
    // A start is judged by the tap of the departure, not by its correction.
    expect(start(home, 74, { op: id('chip') })).toMatchObject({ accepted: true, alerts: [{}] });
  });

  it('is over by a word, by a later visit, an hour after it was due, and by a link if nobody follows', () => {
    const trip = tripNow(walking());
    if (!trip) throw new Error('there is no trip');
    const [now, isLatest] = [Date.parse(minute(134)), true];
    const linked = { ...trip, link: { at: minute(70) } };
    const over = { how: 'host', at: minute(70), by: id('bo') } as const;
    expect([
      ...[isTripOpen(trip, { now, isLatest }), isTripOpen(linked, { now, isLatest })],
      ...[isTripOpen(trip, { now: now + 60_000, isLatest }), isTripOpen(trip, { now, isLatest: false })],
      ...[isTripOpen({ ...trip, over }, { now, isLatest })],
      isTripOpen(linked, { now, isLatest, isFollowed: false }),
    ]).toEqual([true, true, false, false, false, false]);
  });
});

describe('a word', () => {
  it('is the first that reaches the server; a second within ten seconds stands if that is taken back', () => {
    const home = walking();
    const bo = { actor: id('bo') };
    end(home, 'host', 70);
    expect(end(home, 'host', 70.1)).toMatchObject(UNCHANGED);
    end(home, 'host', 70 + 10 * SECOND, bo);
    expect(end(home, 'host', 71, { actor: id('eve') })).toMatchObject(UNCHANGED);
    reopen(home, 70.2);
    expect(tripNow(home)?.over).toEqual({ how: 'host', at: minute(70 + 10 * SECOND), by: id('bo') });
    expect(reopen(home, 71)).toMatchObject(SUPERSEDED);
    reopen(home, 71, bo);
    expect(tripNow(home)).toEqual(tripNow(walking()));
  });

  it('about another trip is refused, and a take-back is not taken back', () => {
    const home = walking();
    const other = { ...ella, visit: IN, start: id('another') };
    for (const decision of [
      home.run('endTrip', { ...other, how: 'host' }, 61),
      home.run('reopenTrip', other, 61),
    ])
      expect(decision).toMatchObject(SUPERSEDED);
    end(home, 'taken-back', 62);
    expect(reopen(home, 62.1)).toMatchObject(SUPERSEDED);
    expect(tripNow(home)?.over).toMatchObject({ how: 'taken-back', at: minute(62) });
  });

  it.each([
    ['before the homes were told', 60.55, 60.6, ['start', 60.6 + 10 * SECOND]],
    ['before they were asked', 70, 70.1, ['ask', 85]],
    ['as they were to be asked', 84.95, 85.1, ['ask', 85.1 + 10 * SECOND]],
    ['before the host was asked', 90, 90.1, ['host', 95]],
    ['after the host was asked', 96, 96.1, []],
    ['forty minutes late', 70, 115, []],
  ] as const)('that is taken back brings back what it stopped: %s', (_when, said, back, next) => {
    const home = walking();
    end(home, 'host', said);
    const [stage, at] = next;
    const alerts = stage ? [{ about: visitPath(child, IN), kind: 'trip', stage, at: minute(at) }] : [];
    expect(reopen(home, back)).toMatchObject({ accepted: true, alerts });
  });
});

it.each([
  ['just before it was due', 74.9, ['start', 74.9 + 10 * SECOND]],
  ['after that', 76, ['ask', 85]],
  ['after the question was due', 90, ['ask', 90 + 10 * SECOND]],
  ['forty minutes late', 115, []],
] as const)('a start that reaches the server %s tells or asks once, then nobody', (_when, at, next) => {
  const [stage, dueAt] = next;
  const alerts = stage ? [{ stage, at: minute(dueAt) }] : [];
  expect(start(departed(), 60.5, { receivedAt: minute(at) })).toMatchObject({ accepted: true, alerts });
});
