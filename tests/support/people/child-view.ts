import type { ChildView, VisitorView } from '#client/data/port.ts';

/** Makes the view of a friend: checked out, without visits. */
export function friend(name: string, rest: Partial<VisitorView> = {}): VisitorView {
  return {
    ref: { child: 'child00000', kind: 'friend', visitor: name.toLowerCase().padEnd(10, '0') },
    name,
    parentContact: '070-123 45 67',
    fields: { name, parentPhone: '070-123 45 67' },
    status: 'out',
    timestamp: undefined,
    hasVisited: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    row: 'confirmed',
    undo: undefined,
    ...rest,
  };
}

/** Makes the view of a child. */
export function child(name: string, friends: VisitorView[] = [], guests: VisitorView[] = []): ChildView {
  const id = name.toLowerCase().padEnd(10, '0');
  return {
    id,
    name,
    birthDate: '2018-05-01',
    createdAt: '2026-01-01T00:00:00.000Z',
    row: 'confirmed',
    friends,
    guests,
  };
}
