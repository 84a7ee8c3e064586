import fc from 'fast-check';
import { expect, it } from 'vitest';
import { arbitrarySteps, replay } from '#tests/support/people/arbitrary-steps.ts';
import { minute } from '#tests/support/people/rulebook-household.ts';
import { seed } from '#tests/support/seed.ts';
import type { Friend, Guest, Visit } from '../documents.ts';
import { MOST_LINKS } from '../limits.ts';
import { parsePath } from '../paths.ts';
import { answered, opened, refused } from './link-holder.ts';

const runs = { numRuns: 300, seed };
const OF_LINKS = ['giveLink', 'takeLinksBack', 'expectHome'];

it('no command about links or the planned time changes a status, an end of a visit or whether it is open', () => {
  fc.assert(
    fc.property(arbitrarySteps, (steps) => {
      let before = '';
      replay(steps, (home, name) => {
        const now = JSON.stringify(home.documents().map(([path, one]) => [path, factsOf(path, one)]));
        if (OF_LINKS.includes(name) && before !== '') expect(now).toBe(before);
        before = now;
      });
    }),
    runs,
  );
});

it('a visit has at most five links, and none twice', () => {
  fc.assert(
    fc.property(arbitrarySteps, (steps) =>
      replay(steps, (home) => {
        for (const [, { links = [] }] of visitsIn(home.documents())) {
          expect(links.length).toBeLessThanOrEqual(MOST_LINKS);
          expect(new Set(links.map(({ hash }) => hash)).size).toBe(links.length);
        }
      }),
    ),
    runs,
  );
});

it('nothing that a reader writes changes a status, an end of a visit or whether it is open', () => {
  const given = fc.record({
    code: fc.constantFrom('on-my-way', 'thanks', 'stay'),
    until: fc.integer({ min: -60, max: 600 }).map(minute),
  });
  const hash = fc.nat(5).map((which) => String(which).repeat(43));
  fc.assert(
    fc.property(arbitrarySteps, given, hash, fc.integer({ min: 0, max: 900 }), (steps, answer, link, at) =>
      replay(steps, (home) => {
        for (const [path, visit] of visitsIn(home.documents())) {
          const answer1 = answered(visit, answer, minute(at));
          const written = [opened(visit, link, minute(at))];
          if (typeof answer1 === 'object') written.push(answer1.visit);
          for (const one of written) expect(factsOf(path, one)).toEqual(factsOf(path, visit));
        }
        for (const [path, visitor] of visitorsIn(home.documents())) {
          const { linkRefusal: _refusal, ...rest } = refused(visitor, true, minute(at));
          const { linkRefusal: _former, ...were } = visitor;
          expect([path, rest]).toEqual([path, were]);
        }
      }),
    ),
    { ...runs, numRuns: 100 },
  );
});

/** Everything about a document but its links, answers and planned times. */
function factsOf(path: string, document: object): object {
  if (parsePath(path)?.kind !== 'visit') return document;
  const { links: _links, answer: _answer, expected: _expected, ...facts } = document as Visit;
  return facts;
}

type Documents = readonly [string, object][];
const visitsIn = (all: Documents) =>
  all.filter(([path]) => parsePath(path)?.kind === 'visit') as [string, Visit][];
const visitorsIn = (all: Documents) =>
  all.filter(([path]) => ['friend', 'guest'].includes(parsePath(path)?.kind ?? '')) as [
    string,
    Friend | Guest,
  ][];
