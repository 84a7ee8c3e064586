import fc from 'fast-check';
import type { Context } from '#domain/command.ts';
import { prepare } from '#domain/commands/catalogue.ts';
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
/** A command: how often it comes, what is drawn for it, and its arguments in a household. */
const call = <T>(
  weight: number,
  name: string | ((drawn: T) => string),
  drawn: fc.Arbitrary<T>,
  argsOf: (drawn: T, home: RulebookHousehold) => unknown,
) => ({
  weight,
  arbitrary: drawn.map((one) => ({
    name: typeof name === 'string' ? name : name(one),
    args: (home: RulebookHousehold) => argsOf(one, home),
  })),
});
const calls = fc.oneof(
  call(8, 'checkIn', ref, (args) => args),
  call(8, 'checkOut', ref, (args) => args),
  call(4, 'undo', ref, (args, home) => undoOf(home, args)),
  call(
    3,
    'correctVisit',
    fc.tuple(ref, fc.nat(), fc.option(someMinute), fc.option(someMinute)),
    ([args, pick, arrived, left], home) => correctionOf(home, args, pick, arrived, left),
  ),
  call(3, 'deleteVisit', fc.tuple(ref, fc.nat(), fc.boolean()), ([args, pick, forGood], home) => ({
    ...visitRef(home, args, pick),
    forGood,
  })),
  call(3, 'restoreVisit', fc.tuple(ref, fc.nat()), ([args, pick], home) => restorationOf(home, args, pick)),
  call(3, 'addVisit', fc.tuple(ref, someMinute, fc.nat(60)), ([args, from, length]) => ({
    ...args,
    arrived: minute(from),
    left: minute(from + length),
  })),
  call(1, 'stayNight', fc.tuple(ref, fc.nat(), fc.boolean()), ([args, pick, stays], home) => ({
    ...visitRef(home, args, pick),
    stays,
  })),
  call(3, 'giveLink', fc.tuple(ref, fc.nat(), fc.nat(5)), ([args, pick, which], home) => ({
    ...visitRef(home, args, pick),
    hash: hashOf(which),
  })),
  call(1, 'takeLinksBack', fc.tuple(ref, fc.nat()), ([args, pick], home) => visitRef(home, args, pick)),
  call(2, 'expectHome', fc.tuple(ref, fc.nat(), fc.option(someMinute)), ([args, pick, at], home) => ({
    ...visitRef(home, args, pick),
    at: at === null ? null : minute(at),
  })),
  call(
    4,
    'startTrip',
    fc.tuple(fc.nat(), fc.nat(15), fc.integer({ min: 2, max: 30 })),
    ([pick, since, minutes], home) => ({ ...departureOf(home, pick), since: since * 60_000, minutes }),
  ),
  call(2, 'endTrip', fc.tuple(fc.nat(), fc.constantFrom('host', 'taken-back')), ([pick, how], home) => ({
    ...tripOf(home, pick),
    how,
  })),
  call(1, 'reopenTrip', fc.nat(), (pick, home) => tripOf(home, pick)),
  call(
    3,
    ([args, what]) => visitorCommand(what, args),
    fc.tuple(ref, fc.constantFrom('add', 'edit', 'delete')),
    ([args]) => visitorArgs(args),
  ),
  call(
    1,
    ([, name]) => name,
    fc.tuple(child, fc.constantFrom('addChild', 'editChild', 'deleteChild')),
    ([which]) => ({ child: which, name: 'Noah', birthDate: '2019-05-01' }),
  ),
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
  return { ...visitRef(home, ref, pick), ...given };
}

function visitRef(home: RulebookHousehold, ref: VisitorRef, pick: number) {
  const visits = [...home.draft.visitsOf(ref)];
  const path = visits[pick % Math.max(1, visits.length)]?.path ?? '';
  return { ...ref, visit: path.split('/').at(-1) || id('none') };
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
    home.draft.decide(
      prepare(
        'addChild',
        { child: who, name: 'Noah', birthDate: '2019-05-01' },
        contextOf(id('add'), minute(-99)),
      ),
    );
    for (const kind of ['friend', 'guest'] as const) {
      const args = visitorArgs({ child: who, kind, visitor: id('ella') });
      home.draft.decide(
        prepare(
          visitorCommand('add', { child: who, kind, visitor: id('ella') }),
          args,
          contextOf(id('add'), minute(-98)),
        ),
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
    home.draft.decide(prepare(name, given, context));
    check(home, name, context, given);
  });
}

/** Generates 1 to 40 steps of a family with two phones. */
export const arbitrarySteps = fc.array(step, { minLength: 1, maxLength: 40 });

/** Generates enough steps for rare sequences. */
export const manySteps = fc.array(step, { minLength: 40, maxLength: 80 });
