import { expect, test } from 'vitest';
import { problemsIn } from '#client/forms/use-fields.ts';
import { pastBirthDateSchema } from './person-dialog.tsx';

const DAY = 86_400_000;
const born = (ms: number) =>
  problemsIn({ born: pastBirthDateSchema }, { born: new Date(ms).toISOString().slice(0, 10) });

test('a birth date in the future is found before anything is sent', () => {
  expect(born(Date.now() + 2 * DAY)).toEqual({ born: 'future' });
  expect(born(Date.now() - DAY)).toEqual({});
  expect(problemsIn({ born: pastBirthDateSchema }, { born: '2026-02-30' })).toEqual({ born: 'date' });
});
