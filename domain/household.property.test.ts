import fc from 'fast-check';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { arbitrarySteps, replay } from '#tests/support/people/arbitrary-steps.ts';
import { id, type RulebookHousehold } from '#tests/support/people/rulebook-household.ts';
import { seed } from '#tests/support/seed.ts';
import { prepare } from './commands/catalogue.ts';
import { documentSchemas, type Friend, type Guest, type Visit } from './documents.ts';
import { childPath, isWithin, parsePath } from './paths.ts';
import { visitEnd, visitStart } from './visits/visit.ts';

const runs = { numRuns: 1000, seed };

it('after any commands statuses agree with visits, nothing of a deleted child remains, and no decision mutates what it reads', () => {
  fc.assert(
    fc.property(arbitrarySteps, (all) =>
      replay(all, (home) => {
        checkPresence(home);
        checkDeletedChildren(home);
        // A later decision that mutated a document it read would throw.
        for (const [, document] of home.documents()) freeze(document);
      }),
    ),
    runs,
  );
});

// A fixed seed, regardless of SEED: others occasionally miss the rarest of these.
it('the generated steps reach every status and every unknown end', () => {
  const met = new Set<string>();
  for (const all of fc.sample(arbitrarySteps, { ...runs, seed: 1 }))
    replay(all, (home) => checkPresence(home, met));
  expect([...met].toSorted()).toEqual([
    'in',
    'never',
    'out',
    'out, arrival unknown',
    'out, departure unknown',
  ]);
});

function checkPresence(home: RulebookHousehold, met = new Set<string>()) {
  for (const [path, document] of home.documents()) {
    const { kind, child = '', id: visitor } = parsePath(path) ?? {};
    if (kind !== 'friend' && kind !== 'guest') continue;
    const { status, timestamp, latest, openVisit } = document as Friend | Guest;
    const visits = [...home.draft.visitsOf({ child, kind, visitor: visitor ?? '' })];
    const open = visits.filter(({ visit }) => visit.open).map((stored) => stored.path.split('/').at(-1));
    expect(open).toEqual(status === 'in' ? [openVisit] : []);
    const newest = visits.find((stored) => stored.path.endsWith(`/${latest?.visit}`))?.visit;
    expect(newest === undefined).toBe(latest === undefined);
    if (newest) expect(timestamp).toBe(status === 'in' ? newest.arrived?.at : newest.left?.at);
    checkOrder(visits.map(({ visit }) => visit));
    met.add(newest ? status : 'never');
    for (const { visit } of visits) noteUnknown(visit, met);
  }
}

/** Checks that visits do not overlap and that none ended after the open one began. */
function checkOrder(visits: readonly Visit[]) {
  const sorted = visits.toSorted((a, b) => {
    const [one, other] = [visitStart(a) + visitEnd(a), visitStart(b) + visitEnd(b)];
    return one < other ? -1 : 1;
  });
  sorted.slice(1).forEach((visit, i) => {
    const before = sorted[i];
    if (before) expect(visitEnd(before) <= visitStart(visit)).toBe(true);
  });
}

function noteUnknown({ open, arrived, left }: Visit, met: Set<string>) {
  expect(arrived !== undefined || left !== undefined).toBe(true);
  if (arrived && left) expect(arrived.at <= left.at).toBe(true);
  if (open) expect(left).toBeUndefined();
  if (!arrived) met.add('out, arrival unknown');
  if (!open && !left) met.add('out, departure unknown');
}

it('every document matches its schema', () => {
  fc.assert(
    fc.property(arbitrarySteps, (all) =>
      replay(all, (home) => {
        for (const [path, document] of home.documents()) {
          const { kind } = parsePath(path) ?? {};
          const parsed = kind && v.safeParse(documentSchemas[kind], document);
          expect(parsed?.issues).toBeUndefined();
          expect(parsed?.output).toEqual(document);
        }
      }),
    ),
    { ...runs, numRuns: 200 },
  );
});

it('a repeated op changes nothing', () => {
  fc.assert(
    fc.property(arbitrarySteps, (all) =>
      replay(all, (home, name, context, args) => {
        const before = JSON.stringify(home.documents());
        home.draft.decide(prepare(name, args, context));
        expect(JSON.stringify(home.documents())).toBe(before);
      }),
    ),
    runs,
  );
});

function checkDeletedChildren(home: RulebookHousehold) {
  const gone = ['noah', 'maja'].map((word) => childPath(id(word))).filter((path) => !home.draft.get(path));
  expect(home.paths().filter((path) => gone.some((root) => isWithin(path, root)))).toEqual([]);
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
}
