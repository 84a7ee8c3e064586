import fc from 'fast-check';
import { expect, it } from 'vitest';
import { arbitrarySteps, replay } from '#tests/support/people/arbitrary-steps.ts';
import { contextOf, id, minute, type RulebookHousehold } from '#tests/support/people/rulebook-household.ts';
import { seed } from '#tests/support/seed.ts';
import type { Accepted, Context, StoredVisit } from './command.ts';
import { prepare } from './commands/catalogue.ts';
import type { Document, Visit } from './documents.ts';
import { Draft } from './draft.ts';
import { withoutLinks } from './links/link-life.ts';
import { childPath, documentId, parsePath, type VisitorRef, visitorPath } from './paths.ts';
import { withoutTrip } from './trips/trip.ts';
import { visitLatest } from './visits/visit.ts';

const LATER = 100_000;
const pick = fc.nat();

/** Ends the steps, and calls back with the household and one of its visits, if it has any. */
function onSomeVisit(
  check: (home: RulebookHousehold, ref: VisitorRef, stored: StoredVisit, when: number) => void,
): fc.IProperty<unknown> {
  return fc.property(arbitrarySteps, pick, pick, (steps, which, when) => {
    let last: RulebookHousehold | undefined;
    replay(steps, (home) => {
      last = home;
    });
    const found = last?.documents().filter(([path]) => parsePath(path)?.kind === 'visit') ?? [];
    const [path, document] = found[which % Math.max(1, found.length)] ?? [];
    if (!last || path === undefined) return;
    const stored = { path, visit: document } as unknown as StoredVisit;
    const { kind, id: visitor } = stored.visit.visitor;
    check(last, { child: path.split('/')[1] ?? '', kind, visitor }, stored, when);
  });
}

function run(home: RulebookHousehold, name: string, args: object, minutes: number): Accepted {
  const decision = home.draft.decide(prepare(name, args, contextOf(id(`last${minutes}`), minute(minutes))));
  expect(decision).toMatchObject({ accepted: true });
  return decision as Accepted;
}

const documentsOf = (home: RulebookHousehold): [string, Document][] =>
  home.documents().toSorted(([a], [b]) => (a < b ? -1 : 1));

it('a visit that is removed and put back leaves the household as it was, but for the links and the trip of the visit', () => {
  fc.assert(
    onSomeVisit((home, ref, { path, visit }) => {
      const before = documentsOf(home).map(([at, one]): [string, Document] => [
        at,
        at === path ? withoutTrip(withoutLinks(visit)) : one,
      ]);
      const args = { ...ref, visit: documentId(path) };
      run(home, 'deleteVisit', args, LATER);
      expect(home.draft.get(path)).toBeUndefined();
      run(home, 'restoreVisit', { ...args, last: visitLatest(visit) }, LATER + 1);
      expect(withoutTrails(documentsOf(home))).toEqual(withoutTrails(before));
    }),
    { numRuns: 1000, seed },
  );
});

it('a visit that is added and removed leaves all but its trail, and tells nobody', () => {
  fc.assert(
    onSomeVisit((home, ref) => {
      const before = documentsOf(home);
      const isThere =
        home.draft.get(`children/${ref.child}/${ref.kind}s/${ref.visitor}` as never) !== undefined;
      if (!isThere || home.visits(ref).some(({ open }) => open)) return;
      const ends = { arrived: minute(LATER - 20), left: minute(LATER - 10) };
      const added = run(home, 'addVisit', { ...ref, ...ends }, LATER);
      const removed = run(home, 'deleteVisit', { ...ref, visit: id(`last${LATER}`) }, LATER + 1);
      expect([...added.notices, ...removed.notices]).toEqual([]);
      expect(withoutTrails(documentsOf(home))).toEqual(withoutTrails(before));
    }),
    { numRuns: 1000, seed },
  );
});

it('a person whose visits are removed for good, and who is then removed, is in no document', () => {
  fc.assert(
    onSomeVisit((home, ref, _stored, which) => {
      const isOfThem = ({ visitor: { kind, id: visitor } }: Visit) =>
        kind === ref.kind && visitor === ref.visitor;
      const kept = home.draft.get(childPath(ref.child))?.removedVisits ?? [];
      const removed = kept.filter(({ visit }) => isOfThem(visit)).map((one) => one.id);
      const visits = [...home.draft.visitsOf(ref)].map(({ path }) => documentId(path));
      const from = which % Math.max(1, visits.length);
      const all = [...visits.slice(from), ...removed, ...visits.slice(0, from)];
      const others = kept.filter(({ visit }) => !isOfThem(visit)).length;
      const told = all.flatMap((visit, index) => {
        const { notices } = run(home, 'deleteVisit', { ...ref, visit, forGood: true }, LATER + index);
        return notices.map(({ kind }) => kind);
      });
      expect(told.filter((kind) => kind !== 'cancelled')).toEqual([]);
      const { child, kind, visitor } = ref;
      if (home.draft.get(visitorPath(ref)))
        run(home, kind === 'friend' ? 'deleteFriend' : 'deleteGuest', { child, [kind]: visitor }, LATER * 2);
      const left = documentsOf(home).filter(([path]) => path.startsWith(`children/${child}`));
      const names = left.filter(([, document]) =>
        JSON.stringify(document).includes(`"kind":"${kind}","id":"${visitor}"`),
      );
      expect(names).toEqual([]);
      expect(home.draft.get(visitorPath(ref))).toBeUndefined();
      expect(home.draft.get(childPath(child))?.removedVisits?.length ?? 0).toBe(others);
    }),
    { numRuns: 1000, seed },
  );
});

/** The removals that are kept may change: the oldest go. */
function withoutTrails(documents: [string, Document][]): unknown {
  return documents.map(([path, document]) => [path, { ...document, removedVisits: undefined }]);
}

it('a tap of another phone leaves the same visits before and after the removal of any visit', () => {
  fc.assert(
    onSomeVisit((home, ref, { path }, when) => {
      const at = minute((when % 1000) - 29.5);
      const tap = [when % 3 ? 'checkIn' : 'checkOut', ref, contextOf(id('tap'), at, { device: id('late') })];
      const removal = [
        'deleteVisit',
        { ...ref, visit: documentId(path) },
        contextOf(id('gone'), minute(2000)),
      ];
      const [first, last] = [
        [tap, removal],
        [removal, tap],
      ].map((order) => {
        const draft = new Draft(home.draft, home.draft.sizes);
        for (const [name, args, context] of order)
          draft.decide(prepare(name as string, args, context as Context));
        const visitor = draft.get(visitorPath(ref));
        return { visits: endsOf(draft, ref), status: visitor?.status, open: visitor?.openVisit };
      });
      expect(last).toEqual(first);
    }),
    { numRuns: 5000, seed },
  );
});

const endsOf = (draft: Draft, ref: VisitorRef) =>
  draft
    .visitsOf(ref)
    .map(({ path, visit }) => [path, visit.open, visit.arrived?.at, visit.left?.at])
    .toSorted();
