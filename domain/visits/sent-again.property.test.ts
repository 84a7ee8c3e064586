import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ella, family, friendNow } from '#tests/support/people/rulebook-family.ts';
import { id, minute } from '#tests/support/people/rulebook-household.ts';
import { seed } from '#tests/support/seed.ts';
import type { Id } from '../ids.ts';

interface Tap {
  name: 'checkIn' | 'checkOut';
  minutes: number;
  isKnown: boolean;
  op: Id;
}

/** Taps of one device, some of which the restored server knows. */
const taps: fc.Arbitrary<Tap[]> = fc
  .array(
    fc.record({
      name: fc.constantFrom('checkIn' as const, 'checkOut' as const),
      after: fc.double({ min: 0.001, max: 600, noNaN: true }),
      isKnown: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((steps) => {
    let minutes = 0;
    return steps.map(({ name, after, isKnown }, i) => {
      minutes += after;
      return { name, minutes, isKnown, op: id(`tap${i}`) };
    });
  });

/**
 * Gives the server the taps that it knows, then again those of the others that are older than the latest change. Returns the
 * friend before and after.
 */
function sentAgain(all: readonly Tap[], isBehind: boolean) {
  const home = family();
  for (const { name, minutes, op } of all.filter(({ isKnown }) => isKnown))
    home.run(name, ella, minutes, { op });
  const before = friendNow(home);
  const latest = before?.timestamp ?? '';
  for (const { name, minutes, op } of all.filter((tap) => !tap.isKnown && minute(tap.minutes) < latest))
    home.run(name, ella, minutes, { op, isBehind });
  return { before, after: friendNow(home) };
}

it('taps that are sent again behind newer ones of their device change nothing that these say', () => {
  fc.assert(
    fc.property(taps, (all) => {
      const { before, after } = sentAgain(all, true);
      expect(after).toEqual(before);
    }),
    { seed, numRuns: 1000 },
  );
});

it('control: in the order of the device they would overrule them', () => {
  const found = fc.check(
    fc.property(taps, (all) => {
      const { before, after } = sentAgain(all, false);
      expect(after?.status).toBe(before?.status);
    }),
    { seed },
  );
  expect(found.failed).toBe(true);
});
