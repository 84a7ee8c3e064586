import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { contextOf, id, minute, RulebookHousehold } from '#tests/support/people/rulebook-household.ts';
import { seed } from '#tests/support/seed.ts';
import { prepare } from './commands/catalogue.ts';
import type { Document, Friend } from './documents.ts';
import { Draft } from './draft.ts';
import { HouseholdSizes } from './household-sizes.ts';
import { LIMITS } from './limits.ts';
import { childPath, friendPath, isWithin, type Path, parsePath, visitPath } from './paths.ts';

const BIRTH = '2018-05-04';
const PHONE_NUMBER = '070-123 45 67';
const child = (index: number) => id(`child${index}x`);
const friend = (index: number) => id(`friend${index}x`);
const refOf = (index: number) =>
  ({ child: child(index % 48), kind: 'friend', visitor: friend(index) }) as const;

/** Two below every size: 48 children, 1,998 friends, and 498 of them here. */
const nearlyFull = new RulebookHousehold();
for (let index = 0; index < LIMITS.children - 2; index++)
  nearlyFull.run('addChild', { child: child(index), name: 'Kim', birthDate: BIRTH }, -50);
for (let index = 0; index < LIMITS.visitors - 2; index++) {
  const { kind: _kind, visitor, ...of } = refOf(index);
  nearlyFull.run('addFriend', { ...of, friend: visitor, name: 'Ella', parentPhone: PHONE_NUMBER }, -40);
  if (index < LIMITS.openVisits - 2) nearlyFull.run('checkIn', refOf(index), -30);
}

const aNumber = (around: number) => fc.integer({ min: around - 6, max: around + 6 });
const visitor = fc.oneof(aNumber(LIMITS.openVisits - 2), aNumber(LIMITS.visitors - 2));
const latestOf = (draft: Draft, index: number) => {
  const { child: of, visitor: who } = refOf(index);
  return draft.get(friendPath(of, who))?.latest;
};
type Step = (draft: Draft) => readonly [name: string, args: unknown];
const always =
  (name: string, args: unknown): Step =>
  () => [name, args];
const friendArgs = (index: number) => {
  const { child: of, visitor: who } = refOf(index);
  return { child: of, friend: who, name: 'Noa', parentPhone: PHONE_NUMBER };
};
const undoLatest =
  (index: number): Step =>
  (draft) => {
    const { op = id('none'), visit = id('none') } = latestOf(draft, index) ?? {};
    const previous = draft.get(visitPath(child(index % 48), visit))?.previous?.visit;
    return ['undo', { ...refOf(index), visit, undoes: op, ...(previous !== undefined && { previous }) }];
  };
const deleteLatest =
  (index: number): Step =>
  (draft) => ['deleteVisit', { ...refOf(index), visit: latestOf(draft, index)?.visit ?? id('none') }];
const aChild = aNumber(LIMITS.children - 2).map(child);
const aVisitor = aNumber(LIMITS.visitors - 2);
const step: fc.Arbitrary<Step> = fc.oneof<fc.MaybeWeightedArbitrary<Step>[]>(
  aChild.map((of) => always('addChild', { child: of, name: 'Kim', birthDate: BIRTH })),
  aChild.map((of) => always('deleteChild', { child: of })),
  aVisitor.map((index) => always('addFriend', friendArgs(index))),
  aVisitor.map((index) => {
    const [of, guest] = [child(index % 48), id(`guest${index}x`)];
    return always('addGuest', { child: of, guest, name: 'Nils', parentUserId: 'farmor' });
  }),
  visitor.map((index) => always('deleteFriend', friendArgs(index))),
  {
    weight: 8,
    arbitrary: fc.integer({ min: 490, max: 540 }).map((index) => always('checkIn', refOf(index))),
  },
  visitor.map((index) => always('checkOut', refOf(index))),
  visitor.map(undoLatest),
  visitor.map(deleteLatest),
);

/** All documents of a draft on the nearly full household. */
function documentsOf(draft: Draft): [Path, Document][] {
  const removed = [...draft.removed];
  const before = nearlyFull.documents().filter(([path]) => !removed.some((root) => isWithin(path, root)));
  return [...new Map([...(before as [Path, Document][]), ...draft.puts])];
}

function countAll(documents: readonly [Path, Document][]) {
  const of = (...kinds: unknown[]) => documents.filter(([path]) => kinds.includes(parsePath(path)?.kind));
  const openVisits = of('visit').filter(([, document]) => 'open' in document && document.open);
  return {
    children: of('child').length,
    visitors: of('friend', 'guest').length,
    openVisits: openVisits.length,
  };
}

const counted = ({ children, visitors, openVisits }: HouseholdSizes) => ({ children, visitors, openVisits });

it('no sequence of additions exceeds a size, the counts are right, and a refusal changes nothing', () => {
  const met = new Set<string>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 40, maxLength: 80 }), (steps) => {
      const draft = new Draft(nearlyFull.draft, nearlyFull.draft.sizes);
      steps.forEach((take, index) => {
        const [name, args] = take(draft);
        const [puts, before] = [new Map(draft.puts), counted(draft.sizes)];
        const decision = draft.decide(prepare(name, args, contextOf(id(`tap${index}x`), minute(index))));
        const now = counted(draft.sizes);
        if (!decision.accepted) {
          met.add(decision.refusal.code);
          expect([draft.puts, now]).toEqual([puts, before]);
        }
        // An undo only puts back what was, and goes on above a size.
        for (const size of ['children', 'visitors', 'openVisits'] as const)
          expect(now[size] <= LIMITS[size] || now[size] <= before[size] || name === 'undo').toBe(true);
      });
      expect(counted(draft.sizes)).toEqual(countAll(documentsOf(draft)));
      expect(counted(HouseholdSizes.parse(`${draft.sizes}`))).toEqual(counted(draft.sizes));
    }),
    { numRuns: 60, seed },
  );
  expect([...met]).toEqual(
    expect.arrayContaining(['too-many-children', 'too-many-visitors', 'too-many-open-visits']),
  );
});

test('a household above every size already goes on, and only additions are refused', () => {
  const source = nearlyFull.draft;
  const draft = new Draft(source, source.sizes);
  const aKim = { name: 'Kim', birthDate: BIRTH, createdAt: minute(0) };
  for (let index = 60; index < 70; index++) draft.sizes.count(childPath(child(index)), undefined, aKim);
  const here: Friend = {
    ...{ name: 'Ella', parentPhone: '1', createdAt: minute(0), status: 'in', openVisit: id('v') },
  };
  for (let index = 3000; index < 3010; index++)
    draft.sizes.count(friendPath(child(60), friend(index)), undefined, here);
  const results = [
    ['addChild', { child: child(99), name: 'Kim', birthDate: BIRTH }],
    ['addFriend', friendArgs(9999)],
    ['addGuest', { child: child(1), guest: friend(9998), name: 'Ella', parentUserId: 'x' }],
    ['checkIn', refOf(600)],
    ['editChild', { child: child(1), name: 'Kim Ek', birthDate: BIRTH }],
    ['checkOut', refOf(1)],
    [
      'undo',
      { ...refOf(1), visit: source.get(friendPath(child(1), friend(1)))?.openVisit, undoes: id('tap5x') },
    ],
    ['deleteFriend', { child: child(2), friend: friend(2) }],
    ['deleteChild', { child: child(3) }],
  ].map(([name, args], index) =>
    draft.decide(prepare(String(name), args, contextOf(id(`tap${index}x`), minute(index)))),
  );
  expect(results.map((one) => (one.accepted ? 'done' : one.refusal.code))).toEqual([
    'too-many-children',
    'too-many-visitors',
    'too-many-visitors',
    'too-many-open-visits',
    ...Array(5).fill('done'),
  ]);
});

test('a visit is corrected fifty times, then keeps its times, and can still be checked out', () => {
  const home = new RulebookHousehold();
  home.run('addChild', { child: child(1), name: 'Kim', birthDate: BIRTH }, -50);
  home.run('addFriend', { child: child(1), friend: friend(1), name: 'Ella', parentPhone: '070-1' }, -50);
  const ref = { child: child(1), kind: 'friend', visitor: friend(1) } as const;
  const visit = id('arrival');
  home.run('checkIn', ref, 0, { op: visit });
  const correct = (index: number) =>
    home.run('correctVisit', { ...ref, visit, arrived: minute(-1 - index) }, 5 + index);
  const all = Array.from({ length: LIMITS.correctionsOfVisit + 1 }, (_, index) => correct(index));
  expect(all.map(({ accepted }) => accepted).lastIndexOf(true)).toBe(LIMITS.correctionsOfVisit - 1);
  expect(all.at(-1)).toMatchObject({ refusal: { code: 'too-many-corrections' } });
  expect(home.run('checkOut', ref, 100)).toMatchObject({ accepted: true });
  expect(home.visits(ref)[0]?.corrections).toHaveLength(LIMITS.correctionsOfVisit);
});
