import { expect, test } from 'vitest';
import { friend } from '#tests/support/people/child-view.ts';
import { tapResult, undoOf } from './use-visitor-actions.ts';

test('a tap result is changed, unchanged or failed', () => {
  const op = 'op00000001';
  const changed = { kind: 'changed', name: 'Ella', status: 'in', op };
  expect(tapResult({ done: true, op }, 'Ella', 'in')).toEqual(changed);
  const since = '2026-03-04T10:00:00.000Z';
  expect(tapResult({ done: true, op, since }, 'Ella', 'in')).toMatchObject({ kind: 'unchanged', since });
  const failure = { code: 'not-found' } as const;
  expect(tapResult({ done: false, failure }, 'Ella', 'in')).toEqual({ kind: 'failed', failure });
});

const ella = friend('Ella');
const undo = { ...ella.ref, visit: 'visit00001', undoes: 'op00000001' };

test('the latest tap of a person can be undone, and no other', () => {
  expect(undoOf({ ...ella, undo }, 'op00000001')).toEqual(undo);
  for (const visitor of [{ ...ella, undo: { ...undo, undoes: 'op00000002' } }, ella, undefined])
    expect(undoOf(visitor, 'op00000001')).toBeUndefined();
});
