import type { Defence } from './defence.ts';

const FILE = 'client/features/links/refusals.ts';
const guard = (test: string): Defence['guard'] => ({
  project: 'unit',
  file: 'client/features/links/remove-for-good.test.ts',
  test,
});

/** Removing a person whose family asked for it (docs/decisions/0037). */
export const removalRequestDefences: readonly Defence[] = [
  {
    name: 'a person who is removed on request goes after every visit',
    patch: [{ file: FILE, from: '    if (failed) return failed.failure;\n', to: '' }],
    guard: guard('a full device leaves the person, so that what was asked for stands'),
  },
  {
    name: 'a removal on request names what was removed before, too',
    patch: [{ file: FILE, from: ', ...removed.map(({ id }) => id)', to: '' }],
    guard: guard('every visit goes for good, and the person after all of them'),
  },
];
