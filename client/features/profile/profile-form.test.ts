import { expect, test } from 'vitest';
import { problemsIn } from '#client/forms/use-fields.ts';
import { profileSchemas } from './profile-form.tsx';

const named = { firstName: 'Anna', lastName: 'Lind' };

test('names are required, a phone is not', () => {
  expect(problemsIn(profileSchemas, { ...named, phone: '' })).toEqual({});
  expect(problemsIn(profileSchemas, { ...named, phone: '  ' })).toEqual({});
  expect(problemsIn(profileSchemas, { firstName: '', lastName: ' ', phone: '' })).toEqual({
    firstName: 'empty',
    lastName: 'empty',
  });
});

test('a phone must be valid if it is given', () => {
  expect(problemsIn(profileSchemas, { ...named, phone: '070-123 45 67' })).toEqual({});
  expect(problemsIn(profileSchemas, { ...named, phone: 'abc' })).toEqual({ phone: 'phone' });
});
