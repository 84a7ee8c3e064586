import fc from 'fast-check';
import type { Context } from '#domain/command.ts';
import type { Friend, Guest, Visit } from '#domain/documents.ts';
import { childPath, type Path, parsePath, type VisitorRef, visitorPath } from '#domain/paths.ts';
import { visitLatest } from '#domain/visits/visit.ts';
import { contextOf, id, minute, OTHER_PHONE, PHONE, RulebookHousehold } from './rulebook-household.ts';

/** Few children and visitors, so that random commands collide. */
const child = fc.constantFrom('noah', 'maja').map(id);
const visitor = fc.constantFrom('ella', 'omar', 'moa').map(id);
const ref = fc.record({ child, kind: fc.constantFrom('friend' as const, 'guest' as const), visitor });

interface Step {
  name: string;
  args: (home: RulebookHousehold) => unknown;
  device: string;
  /** Minutes since the step before; negative for a tap that arrives late. */
  after: number;
}

const someMinute = fc.integer({ min: -30, max: 300 });
const always = (args: unknown) => () => args;
const calls = fc.oneof(
  { weight: 8, arbitrary: ref.map((args) => ({ name: 'checkIn', args: always(args) })) },
  { weight: 8, arbitrary: ref.map((args) => ({ name: 'checkOut', args: always(args) })) },
  {
    weight: 4,
    arbitrary: ref.map((args) => ({ name: 'undo', args: (home: RulebookHousehold) => undoOf(home, args) })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(ref, fc.nat(), fc.option(someMinute), fc.option(someMinute))
      .map(([args, pick, arrived, left]) => ({
        name: 'correctVisit',
        args: (home: RulebookHousehold) => correctionOf(home, args, pick, arrived, left),
      })),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(ref, fc.nat(), fc.boolean()).map(([args, pick, forGood]) => ({
      name: 'deleteVisit',
      args: (home: RulebookHousehold) => ({ ...args, visit: visitOf(home, args, pick), forGood }),
    })),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(ref, fc.nat()).map(([args, pick]) => ({
      name: 'restoreVisit',
      args: (home: RulebookHousehold) => restorationOf(home, args, pick),
    })),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(ref, someMinute, fc.nat(60)).map(([args, from, length]) => ({
      name: 'addVisit',
      args: always({ ...args, arrived: minute(from), left: minute(from + length) }),
    })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(ref, fc.nat(), fc.boolean()).map(([args, pick, stays]) => ({
      name: 'stayNight',
      args: (home: RulebookHousehold) => ({ ...args, visit: visitOf(home, args, pick), stays }),
    })),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(ref, fc.nat(), fc.nat(5)).map(([args, pick, which]) => ({
      name: 'giveLink',
      args: (home: RulebookHousehold) => ({ ...args, visit: visitOf(home, args, pick), hash: hashOf(which) }),
    })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(ref, fc.nat()).map(([args, pick]) => ({
      name: 'takeLinksBack',
      args: (home: RulebookHousehold) => ({ ...args, visit: visitOf(home, args, pick) }),
    })),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(ref, fc.nat(), fc.option(someMinute)).map(([args, pick, at]) => ({
      name: 'expectHome',
      args: (home: RulebookHousehold) => ({
        ...args,
        visit: visitOf(home, args, pick),
        at: at === null ? null : minute(at),
      }),
    })),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.nat(), fc.nat(15), fc.integer({ min: 2, max: 30 }))
      .map(([pick, since, minutes]) => ({
        name: 'startTrip',
        args: (home: RulebookHousehold) => ({ ...departureOf(home, pick), since: since * 60_000, minutes }),
      })),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat(), fc.constantFrom('host', 'taken-back')).map(([pick, how]) => ({
      name: 'endTrip',
      args: (home: RulebookHousehold) => ({ ...tripOf(home, pick), how }),
    })),
  },
  {
    weight: 1,
    arbitrary: fc.nat().map((pick) => ({
      name: 'reopenTrip',
      args: (home: RulebookHousehold) => tripOf(home, pick),
    })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(ref, fc.constantFrom('add', 'edit', 'delete'))
      .map(([args, what]) => ({ name: visitorCommand(what, args), args: always(visitorArgs(args)) })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(child, fc.constantFrom('addChild', 'editChild', 'deleteChild'))
      .map(([which, name]) => ({
        name,
        args: always({ child: which, name: 'Noah', birthDate: '2019-05-01' }),
      })),
  },
);
const step: fc.Arbitrary<Step> = fc
  .tuple(calls, fc.constantFrom(PHONE, OTHER_PHONE), fc.integer({ min: -20, max: 40 }))
  .map(([call, device, after]) => ({ ...call, device, after }));

/** Returns one of six hashes, so that links repeat and reach their limit. */
function hashOf(which: number): string {
  return String(which).repeat(43);
}

function visitorCommand(what: string, { kind }: VisitorRef): string {
  return `${what}${kind === 'friend' ? 'Friend' : 'Guest'}`;
}

function visitorArgs({ child, visitor }: VisitorRef) {
  return { child, friend: visitor, guest: visitor, name: 'Ella', parentPhone: '070-1', parentUserId: 'kim' };
}

/** Names any visitor who left, and the check-out. */
function departureOf(home: RulebookHousehold, pick: number) {
  const departures = home.documents().flatMap(([path, document]) => {
    const { status, latest } = document as Friend | Guest;
    const { child, kind, id: visitor } = parsePath(path) ?? {};
    return status === 'out' && latest ? [{ child, kind, visitor, checkOut: latest.op }] : [];
  });
  return departures[pick % Math.max(1, departures.length)];
}

/** Names any trip. */
function tripOf(home: RulebookHousehold, pick: number) {
  const trips = home.documents().flatMap(([path, document]) => {
    const { trip, visitor } = document as Visit;
    const [, child, , visit] = path.split('/');
    return trip ? [{ ...{ child, visit, start: trip.op }, kind: visitor.kind, visitor: visitor.id }] : [];
  });
  return trips[pick % Math.max(1, trips.length)];
}

function undoOf(home: RulebookHousehold, ref: VisitorRef) {
  const stored: Friend | Guest | undefined = home.draft.get(visitorPath(ref) as Path<'friend'>);
  const { op = id('none'), visit = id('none') } = stored?.latest ?? {};
  const previous = [...home.draft.visitsOf(ref)].find((stored) => stored.path.endsWith(visit))?.visit.previous
    ?.visit;
  return { ...ref, visit, undoes: op, previous };
}

function correctionOf(
  home: RulebookHousehold,
  ref: VisitorRef,
  pick: number,
  arrived: number | null,
  left: number | null,
) {
  const given = {
    ...(arrived === null ? {} : { arrived: minute(arrived) }),
    ...(left === null ? {} : { left: minute(left) }),
  };
  return { ...ref, visit: visitOf(home, ref, pick), ...given };
}

function visitOf(home: RulebookHousehold, ref: VisitorRef, pick: number) {
  const visits = [...home.draft.visitsOf(ref)];
  const path = visits[pick % Math.max(1, visits.length)]?.path ?? '';
  return path.split('/').at(-1) || id('none');
}

function restorationOf(home: RulebookHousehold, ref: VisitorRef, pick: number) {
  const removed = home.draft.get(childPath(ref.child))?.removedVisits ?? [];
  const { id: visit = id('none'), visit: was } = removed[pick % Math.max(1, removed.length)] ?? {};
  const { kind, id: visitor } = was?.visitor ?? { kind: ref.kind, id: ref.visitor };
  return { child: ref.child, kind, visitor, visit, last: was ? visitLatest(was) : minute(0) };
}

/** Sets up a family, runs the steps, and calls `check` after each. */
export function replay(
  steps: readonly Step[],
  check: (home: RulebookHousehold, name: string, context: Context, args: unknown) => void,
) {
  const home = new RulebookHousehold();
  for (const who of ['noah', 'maja'].map(id)) {
    home.draft.run(
      'addChild',
      { child: who, name: 'Noah', birthDate: '2019-05-01' },
      contextOf(id('add'), minute(-99)),
    );
    for (const kind of ['friend', 'guest'] as const) {
      const args = visitorArgs({ child: who, kind, visitor: id('ella') });
      home.draft.run(
        visitorCommand('add', { child: who, kind, visitor: id('ella') }),
        args,
        contextOf(id('add'), minute(-98)),
      );
    }
  }
  let now = 0;
  steps.forEach(({ name, args, device, after }, index) => {
    now += Math.max(0, after);
    const context = contextOf(id(`op${index}x`), minute(now + Math.min(0, after)), {
      device,
      receivedAt: minute(now),
    });
    const given = args(home);
    home.draft.run(name, given, context);
    check(home, name, context, given);
  });
}

/** Generates 1 to 40 steps of a family with two phones. */
export const arbitrarySteps = fc.array(step, { minLength: 1, maxLength: 40 });

/** Generates enough steps for rare sequences. */
export const manySteps = fc.array(step, { minLength: 40, maxLength: 80 });
