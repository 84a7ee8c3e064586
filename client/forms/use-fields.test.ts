import { expect, test } from 'vitest';
import { birthDateSchema, nameSchema, phoneSchema } from '#domain/fields.ts';
import { changesIn, savedMeanwhile } from './use-fields.ts';

const _schemas = { name: nameSchema, birthDate: birthDateSchema, phone: phoneSchema };

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
