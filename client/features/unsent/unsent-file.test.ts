import { expect, test } from 'vitest';
import type { UnsentCommand } from '#client/data/port.ts';
import { unsentFile } from './unsent-file.ts';

const ella = { child: 'noah', kind: 'friend', visitor: 'ella' };
const people = { child: 'Noah', person: 'Ella "E" Lind\n' };
const words = {
  about: 'Not sent',
  what: (name: string) => `to ${name}`,
  time: (at: number) => new Date(at).toISOString().slice(11, 16),
};
const tappedAt = Date.parse('2026-11-20T14:42:00.000Z');
const command = (name: UnsentCommand['name'], args: unknown): UnsentCommand => ({
  op: `op-${name}`,
  name,
  args,
  tappedAt,
});

test('the file describes a tap in words and includes its data', () => {
  const tap = command('checkIn', ella);
  const text = unsentFile([{ ...tap, people }], words);
  expect(JSON.parse(text)).toEqual({
    about: 'Not sent',
    changes: [
      {
        ...tap,
        what: 'to checkIn',
        ...people,
        when: '14:42',
        tappedAt: '2026-11-20T14:42:00.000Z',
      },
    ],
  });
  expect(text.split('\n').length).toBeGreaterThan(10);
});

test('a command of an older version has no names in the file; typed data and the refusal are included', () => {
  const old = command('deleteFriend', { child: 'noah', friend: 'bo' });
  const refused = {
    ...command('addChild', { child: 'alva', name: 'Alva', birthDate: '2016-11-12' }),
    refusal: { code: 'id-taken' as const },
  };
  const { changes } = JSON.parse(unsentFile([old, refused], words));
  expect(changes[0]).toMatchObject({ what: 'to deleteFriend', args: old.args });
  expect(changes[0]).not.toHaveProperty('person');
  expect(changes[1]).toMatchObject({ args: { name: 'Alva' }, refusal: { code: 'id-taken' } });
  expect(changes[1]).not.toHaveProperty('child');
});
