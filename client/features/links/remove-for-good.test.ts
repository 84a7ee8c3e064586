import { expect, test } from 'vitest';
import { StorageFailed } from '#client/data/errors.ts';
import type { Household, HouseholdView, RunResult } from '#client/data/port.ts';
import { child, friend } from '#tests/support/people/child-view.ts';
import { visitView } from '#tests/support/people/visit-view.ts';
import { removeForGood } from './remove-for-good.ts';

const ella = friend('Ella');
const { ref } = ella;
const visits = Array.from({ length: 60 }, (_, i) => `visit${String(i).padStart(11, '0')}`);
const removedVisit = {
  visitor: { kind: 'friend' as const, id: ref.visitor, name: 'Ella' },
  open: false,
  corrections: [],
};
const removal = (id: string, visitor = removedVisit.visitor) => ({
  ...{ id, by: 'a'.repeat(16), at: '2026-11-20T15:00:00.000Z', visit: { ...removedVisit, visitor } },
});

/** A family of which Ella has sixty visits and one removed one, and Sam a visit and a removed one. */
const view = {
  children: [
    {
      ...child('Noah', [ella]),
      id: ref.child,
      removedVisits: [
        removal('gone0000000000000'),
        removal('sams0000000000000', { ...removedVisit.visitor, id: 'sam' }),
      ],
    },
  ],
  history: [
    ...visits.map((visit) => visitView('Ella', '2026-10-02T13:42Z', '2026-10-02T14:42Z', { ref, visit })),
    visitView('Sam', '2026-10-02T13:42Z', undefined, { ref: { ...ref, visitor: 'sam' } }),
  ],
} as unknown as HouseholdView;

/** A household that records what is run; `answer` may refuse or fail. */
function recording(answer: (name: string, args: { visit?: string }) => Promise<RunResult>) {
  const ran: [string, unknown][] = [];
  const household = {
    view: () => view,
    run: (name: string, args: { visit?: string }) => {
      ran.push([name, args]);
      return answer(name, args);
    },
  } as unknown as Household;
  return { household, ran };
}

const done = async () => ({ done: true, op: 'o'.repeat(16) }) as const;

test('every visit goes for good, and the person after all of them', async () => {
  const { household, ran } = recording(done);
  const told: number[][] = [];
  expect(await removeForGood(household, ref, (...progress) => told.push(progress))).toBeUndefined();
  expect(ran.slice(0, -1)).toEqual(
    [...visits, 'gone0000000000000'].map((visit) => ['deleteVisit', { ...ref, visit, forGood: true }]),
  );
  expect(ran.at(-1)).toEqual(['deleteFriend', { child: ref.child, friend: ref.visitor }]);
  expect(told).toEqual([
    [0, 61],
    [50, 61],
  ]);
});

test('a full device leaves the person, so that what was asked for stands', async () => {
  const { household, ran } = recording(async (_name, { visit }) => {
    if (visit === visits[7]) throw new StorageFailed();
    return done();
  });
  expect(await removeForGood(household, ref, () => undefined)).toBe('not-stored');
  expect(ran.some(([name]) => name === 'deleteFriend')).toBe(false);
});

test('what another phone removed already is no failure', async () => {
  const { household, ran } = recording(async () => ({ done: false, refusal: { code: 'not-found' } }));
  expect(await removeForGood(household, ref, () => undefined)).toBeUndefined();
  expect(ran).toHaveLength(62);
});

test('a guest is removed as one; without a household nothing is', async () => {
  const { household, ran } = recording(done);
  await removeForGood(household, { ...ref, kind: 'guest' }, () => undefined);
  expect(ran).toEqual([['deleteGuest', { child: ref.child, guest: ref.visitor }]]);
  expect(await removeForGood(undefined, ref, () => undefined)).toBe('not-signed-in');
});
