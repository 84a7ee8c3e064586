import { expect, test } from 'vitest';
import { birthDateSchema, nameSchema, phoneSchema } from '#domain/fields.ts';
import { changesIn, problemsIn, savedMeanwhile } from './use-fields.ts';

const schemas = { name: nameSchema, birthDate: birthDateSchema, phone: phoneSchema };

test('every field is checked by the rulebook’s own schema', () => {
  expect(problemsIn(schemas, { name: ' ', birthDate: '2026-02-30', phone: '12' })).toEqual({
    name: 'empty',
    birthDate: 'date',
    phone: 'phone',
  });
});

test('good fields have no problems', () => {
  const typed = { name: '  Ella 🦄 ', birthDate: '2018-05-01', phone: '+46 (0)70-123 45 67' };
  expect(problemsIn(schemas, typed)).toEqual({});
});

test('a name of a hundred characters is good, one more is not', () => {
  expect(problemsIn({ name: nameSchema }, { name: '🦄'.repeat(100) })).toEqual({});
  expect(problemsIn({ name: nameSchema }, { name: '🦄'.repeat(101) })).toEqual({ name: 'long' });
});

test('only typed values that differ count as changed', () => {
  const held = { firstName: 'Maja', lastName: 'Lind', phone: '' };
  expect(changesIn(held, {})).toEqual({});
  expect(changesIn(held, { firstName: 'Maria', lastName: 'Lind', phone: '' })).toEqual({
    firstName: 'Maria',
  });
  expect(changesIn({ ...held, phone: '112' }, { phone: '' })).toEqual({ phone: '' });
});

test('a field asks that was saved meanwhile, unless the same was typed', () => {
  const changed = { firstName: 'Maria', lastName: 'Ek', phone: '112' };
  const was = { firstName: 'Maja', lastName: 'Lind', phone: '' };
  expect(savedMeanwhile({ changed, was, now: was })).toEqual([]);
  expect(savedMeanwhile({ changed, was, now: { ...changed, phone: '113' } })).toEqual(['phone']);
  expect(savedMeanwhile({ changed, was, now: { ...was, lastName: '' } })).toEqual(['lastName']);
});
