import { expect, test } from 'vitest';
import type { VisitorView } from '#client/data/port.ts';
import { byRecency } from './group-visitors.ts';

function visitor(name: string, times: Partial<VisitorView>): VisitorView {
  const ref = { child: 'child00001', kind: 'friend' as const, visitor: name.padEnd(10, '0') };
  const createdAt = '2026-03-01T10:00:00.000Z';
  return {
    ref,
    name,
    parentContact: '070-123 45 67',
    fields: { name, parentPhone: '070-123 45 67' },
    status: 'out',
    timestamp: undefined,
    hasVisited: false,
    createdAt,
    row: 'confirmed',
    undo: undefined,
    ...times,
  };
}

test('visitors are sorted by their latest visit, and those without a visit come last', () => {
  const names = byRecency([
    visitor('guest', { timestamp: '2026-03-09T10:00:00.000Z', createdAt: '2026-03-02T10:00:00.000Z' }),
    visitor('earlier', { hasVisited: true, timestamp: '2026-03-03T10:00:00.000Z' }),
    visitor('later', { hasVisited: true, timestamp: '2026-03-04T10:00:00.000Z' }),
    visitor('new', {}),
  ]).map(({ name }) => name);
  expect(names).toEqual(['later', 'earlier', 'guest', 'new']);
});
