import { expect, test } from 'vitest';
import type { ChildView, UnsentCommand, VisitorView } from '#client/data/port.ts';
import { unsentFile } from './unsent-file.ts';

const ella: VisitorView = {
  ref: { child: 'noah', kind: 'friend', visitor: 'ella' },
  name: 'Ella "E" Lind\n',
  parentContact: '070-123 45 67',
  fields: { name: 'Ella "E" Lind\n', parentPhone: '070-123 45 67' },
  status: 'in',
  timestamp: undefined,
  hasVisited: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  row: 'waiting',
  undo: undefined,
};
const noah: ChildView = {
  id: 'noah',
  name: 'Noah',
  birthDate: '2019-05-01',
  createdAt: '2026-11-20T10:00:00.000Z',
  row: 'confirmed',
  friends: [ella],
  guests: [],
};
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
  const tap = command('checkIn', ella.ref);
  const text = unsentFile([tap], [noah], words);
  expect(JSON.parse(text)).toEqual({
    about: 'Not sent',
    changes: [
      {
        ...tap,
        what: 'to checkIn',
        child: 'Noah',
        person: ella.name,
        when: '14:42',
        tappedAt: '2026-11-20T14:42:00.000Z',
      },
    ],
  });
  expect(text.split('\n').length).toBeGreaterThan(10);
});

test('a deleted person has no name in the file; typed data and the refusal are included', () => {
  const gone = command('deleteFriend', { child: 'noah', friend: 'bo' });
  const refused = {
    ...command('addChild', { child: 'alva', name: 'Alva', birthDate: '2016-11-12' }),
    refusal: { code: 'id-taken' as const },
  };
  const { changes } = JSON.parse(unsentFile([gone, refused], [noah], words));
  expect(changes[0]).toMatchObject({ child: 'Noah', args: gone.args });
  expect(changes[0]).not.toHaveProperty('person');
  expect(changes[1]).toMatchObject({ args: { name: 'Alva' }, refusal: { code: 'id-taken' } });
  expect(changes[1]).not.toHaveProperty('child');
});
