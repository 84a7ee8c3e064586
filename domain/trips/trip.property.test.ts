import fc from 'fast-check';
import { expect, it } from 'vitest';
import { manySteps, replay } from '#tests/support/people/arbitrary-steps.ts';
import { id, minute, type RulebookHousehold } from '#tests/support/people/rulebook-household.ts';
import { seed } from '#tests/support/seed.ts';
import type { Child, Visit } from '../documents.ts';
import { answered } from '../links/link-holder.ts';
import { parsePath } from '../paths.ts';
import { answeredHome, tapOf } from './trip.ts';

const HOUR = 60;

const visitsIn = (home: RulebookHousehold): Map<string, Visit> =>
  new Map(home.documents().filter(([path]) => parsePath(path)?.kind === 'visit') as [string, Visit][]);

/** What another family may say of a visit, each answer at its time. */
function saidOf(visit: Visit, at: string): (Visit | undefined)[] {
  const { startedAt: home = '', over, link } = visit.trip ?? {};
  const thanks = answered(visit, { code: 'thanks' }, at);
  const words = [{ home }, { takesBackHome: link?.at ?? '' }, { takesBackHome: over?.at ?? '' }];
  return [
    typeof thanks === 'object' ? thanks.visit : undefined,
    ...words.map((answer) => answeredHome(visit, true, answer, undefined, at)),
    answeredHome(visit, true, { home }, id('berg'), at),
  ];
}

it('nothing but its own taking back reopens a trip, which is of a closed visit and survives no undo or restoring', () => {
  const met = { trips: 0, over: 0, gone: 0 };
  fc.assert(
    fc.property(manySteps, fc.nat(2 * HOUR), (steps, later) => {
      let before = new Map<string, Visit>();
      replay(steps, (home, name, context) => {
        const now = visitsIn(home);
        for (const [path, visit] of now) {
          const { trip } = visit;
          const was = before.get(path)?.trip;
          if (was && !trip) met.gone += 1;
          if (was && !trip) expect(name).toBe('undo');
          if (was?.over && trip?.op === was.op && name !== 'reopenTrip')
            expect({ ...trip, over: { ...trip.over, second: undefined } }).toEqual({
              ...was,
              over: { ...was.over, second: undefined },
            });
          if (!trip) continue;
          met.trips += 1;
          met.over += trip.over ? 1 : 0;
          if (!before.has(path)) expect(name).not.toBe('restoreVisit');
          expect(visit.open).toBe(false);
          // Taps decide: a correction may show a departure after the start.
          expect(tapOf(visit, 'left')).toBeDefined();
          if (trip.op === context.op) expect(trip.startedAt >= (tapOf(visit, 'left') ?? '~')).toBe(true);
          const at = minute(later + (Date.parse(trip.startedAt) - Date.parse(minute(0))) / 60_000);
          for (const said of trip.over ? saidOf(visit, at) : [])
            if (said) expect(said.trip?.over).toMatchObject({ how: trip.over?.how, at: trip.over?.at });
        }
        for (const [, document] of home.documents())
          expect(JSON.stringify((document as Child).removedVisits ?? [])).not.toContain('"trip":');
        before = now;
      });
    }),
    { numRuns: 500, seed },
  );
  expect(Object.values(met).every((count) => count > 5)).toBe(true);
});
