import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { idSchema, makeUlid } from './ids.ts';

test('ids sort by the time at which they were made, whatever their random part', () => {
  const times = [0, 1, 31, 32, 1023, 1024, 1_777_900_000_000, 1_777_900_000_001, 2 ** 45, 2 ** 48 - 1];
  const ids = times.map((time) => [
    makeUlid(time, new Uint8Array(10).fill(255)),
    makeUlid(time + 1, new Uint8Array(10)),
  ]);
  for (const [earlier = '', later = ''] of ids.slice(0, -1)) expect(earlier < later).toBe(true);
  const first = ids.map(([id]) => id);
  expect(first.toSorted()).toEqual(first);
});

test('an id is a ULID in lower case: ten letters of time, sixteen of chance', () => {
  // The example of github.com/ulid/spec.
  expect(makeUlid(1_469_922_850_259, new Uint8Array(10)).slice(0, 10)).toBe('01arz3ndek');
  const ids = Array.from({ length: 1000 }, () => makeUlid(1_777_900_000_000, randomBytes(10)));
  expect(new Set(ids).size).toBe(1000);
  for (const id of ids) expect(v.is(idSchema, id) && id.length === 26).toBe(true);
});

test.each([
  ['before 1970', -5, '0000000000'],
  ['not set', Number.NaN, '0000000000'],
  ['far ahead', Number.MAX_VALUE, '7zzzzzzzzz'],
  ['between two milliseconds', 1.7, '0000000001'],
])('a clock that is %s makes an id all the same', (_, now, time) => {
  expect(makeUlid(now, new Uint8Array(10))).toBe(time + '0'.repeat(16));
});
