import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contextOf, id, minute, OTHER_PHONE, PHONE, RulebookHousehold } from '#tests/support/household.ts';
import type { Context } from './command.ts';
import type { Friend, Guest, Visit } from './documents.ts';
import { childPath, isWithin, type Path, parsePath, type VisitorRef, visitorPath } from './paths.ts';

/** Few children and visitors, so that random commands meet. */
const child = fc.constantFrom('noah', 'maja').map(id);
const visitor = fc.constantFrom('ella', 'omar', 'moa').map(id);
const ref = fc.record({ child, kind: fc.constantFrom('friend' as const, 'guest' as const), visitor });

interface Step {
  name: string;
  args: (home: RulebookHousehold) => unknown;
  device: string;
  /** Minutes since the step before; negative where the network brought a tap late. */
  after: number;
}

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
      .tuple(ref, fc.nat(), fc.constantFrom('arrived', 'left'), fc.integer({ min: -30, max: 120 }))
      .map(([args, pick, end, to]) => ({
        name: 'correctVisit',
        args: (home: RulebookHousehold) => correctionOf(home, args, pick, end, to),
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

function visitorCommand(what: string, { kind }: VisitorRef): string {
  return `${what}${kind === 'friend' ? 'Friend' : 'Guest'}`;
}

function visitorArgs({ child, visitor }: VisitorRef) {
  return { child, friend: visitor, guest: visitor, name: 'Ella', parentPhone: '070-1', parentUserId: 'kim' };
}

function undoOf(home: RulebookHousehold, ref: VisitorRef) {
  const stored: Friend | Guest | undefined = home.draft.get(visitorPath(ref) as Path<'friend'>);
  const { op = id('none'), visit = id('none') } = stored?.latest ?? {};
  const previous = [...home.draft.stays(ref)].find((stay) => stay.path.endsWith(visit))?.visit.previous
    ?.visit;
  return { ...ref, visit, undoes: op, previous };
}

function correctionOf(home: RulebookHousehold, ref: VisitorRef, pick: number, end: string, to: number) {
  const stays = [...home.draft.stays(ref)];
  const path = stays[pick % Math.max(1, stays.length)]?.path ?? '';
  return { ...ref, visit: path.split('/').at(-1) || id('none'), end, at: minute(to) };
}

/** A family with everybody in place, then the steps, each seen by `check`. */
function walk(
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
    const context = contextOf(id(`op${index}`), minute(now + Math.min(0, after)), {
      device,
      receivedAt: minute(now),
    });
    const given = args(home);
    home.draft.run(name, given, context);
    check(home, name, context, given);
  });
}

const runs = { numRuns: 1000 };
const steps = fc.array(step, { minLength: 1, maxLength: 40 });

it('a visitor’s status agrees with its newest visit, and at most one visit is open', () => {
  const met = new Set<string>();
  fc.assert(
    fc.property(steps, (all) => walk(all, (home) => checkPresence(home, met))),
    runs,
  );
  // The generator must reach what the rule is about.
  expect([...met].toSorted()).toEqual([
    'in',
    'never',
    'out',
    'out, arrival unknown',
    'out, departure unknown',
  ]);
});

function checkPresence(home: RulebookHousehold, met: Set<string>) {
  for (const [path, document] of home.documents()) {
    const { kind, child = '', id: visitor } = parsePath(path) ?? {};
    if (kind !== 'friend' && kind !== 'guest') continue;
    const { status, timestamp, latest, openVisit } = document as Friend | Guest;
    const stays = [...home.draft.stays({ child, kind, visitor: visitor ?? '' })];
    const open = stays.filter(({ visit }) => visit.open).map((stay) => stay.path.split('/').at(-1));
    expect(open).toEqual(status === 'in' ? [openVisit] : []);
    const newest = stays.find((stay) => stay.path.endsWith(`/${latest?.visit}`))?.visit;
    expect(newest === undefined).toBe(latest === undefined);
    if (newest) expect(timestamp).toBe(status === 'in' ? newest.arrived?.at : newest.left?.at);
    met.add(newest ? status : 'never');
    for (const { visit } of stays) noteUnknown(visit, met);
  }
}

function noteUnknown({ open, arrived, left }: Visit, met: Set<string>) {
  expect(arrived !== undefined || left !== undefined).toBe(true);
  if (arrived && left) expect(arrived.at <= left.at).toBe(true);
  if (open) expect(left).toBeUndefined();
  if (!arrived) met.add('out, arrival unknown');
  if (!open && !left) met.add('out, departure unknown');
}

it('nothing of a deleted child remains', () => {
  fc.assert(
    fc.property(steps, (all) =>
      walk(all, (home) => {
        const gone = ['noah', 'maja']
          .map((word) => childPath(id(word)))
          .filter((path) => !home.draft.get(path));
        expect(home.paths().filter((path) => gone.some((root) => isWithin(path, root)))).toEqual([]);
      }),
    ),
    runs,
  );
});

it('an op that comes again changes nothing', () => {
  fc.assert(
    fc.property(steps, (all) =>
      walk(all, (home, name, context, args) => {
        const before = JSON.stringify(home.documents());
        home.draft.run(name, args, context);
        expect(JSON.stringify(home.documents())).toBe(before);
      }),
    ),
    runs,
  );
});

it('no decision changes what it was given', () => {
  fc.assert(
    fc.property(steps, (all) =>
      walk(all, (home) => {
        // A later write to a frozen document would throw.
        for (const [, document] of home.documents()) freeze(document);
      }),
    ),
    runs,
  );
});

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
}
