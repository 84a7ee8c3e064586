import { expect, test } from 'vitest';
import { unsentFile } from './sign-out-question.tsx';

test('the file describes each tap in words, with its data, its refusal, and the names that a newer version stored', () => {
  const words = {
    about: 'Not sent',
    what: (name: string) => `to ${name}`,
    time: (at: number) => new Date(at).toISOString().slice(11, 16),
  };
  const tappedAt = Date.parse('2026-11-20T14:42:00.000Z');
  const ella = { child: 'noah', kind: 'friend', visitor: 'ella' };
  const tap = { op: 'op-in', name: 'checkIn', args: ella, tappedAt } as const;
  const people = { child: 'Noah', person: 'Ella "E" Lind\n' };
  const args = { child: 'alva', name: 'Alva', birthDate: '2016-11-12' };
  const refused = { op: 'op-add', name: 'addChild', args, tappedAt, refusal: { code: 'id-taken' } } as const;
  const text = unsentFile([{ ...tap, people }, refused], words);
  const when = { when: '14:42', tappedAt: '2026-11-20T14:42:00.000Z' };
  expect(JSON.parse(text)).toEqual({
    about: 'Not sent',
    changes: [
      { ...tap, what: 'to checkIn', ...people, ...when },
      { ...refused, what: 'to addChild', ...when },
    ],
  });
  expect(text.split('\n').length).toBeGreaterThan(10);
});
