import { expect, test } from 'vitest';
import { tapResult } from './use-visitor-actions.ts';

test('a tap result is changed, unchanged or failed', () => {
  const op = 'op00000001';
  const changed = { kind: 'changed', name: 'Ella', status: 'in', op };
  expect(tapResult({ done: true, op }, 'Ella', 'in')).toEqual(changed);
  const since = '2026-03-04T10:00:00.000Z';
  expect(tapResult({ done: true, op, since }, 'Ella', 'in')).toMatchObject({ kind: 'unchanged', since });
  const failure = { code: 'not-found' } as const;
  expect(tapResult({ done: false, failure }, 'Ella', 'in')).toEqual({ kind: 'failed', failure });
});
