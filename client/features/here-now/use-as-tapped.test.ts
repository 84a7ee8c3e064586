import { expect, test } from 'vitest';
import type { VisitorView } from '#client/data/port.ts';
import { asTapped } from './use-as-tapped.ts';

const view = (status: 'in' | 'out', row: VisitorView['row'], undoes = 'a'): VisitorView => ({
  ref: { child: 'c', kind: 'friend', visitor: 'v' },
  name: 'Alma',
  parentContact: '',
  fields: {},
  status,
  timestamp: undefined,
  hasVisited: true,
  createdAt: '',
  row,
  undo: { child: 'c', kind: 'friend', visitor: 'v', visit: 'x', undoes },
});

const listed = view('in', 'confirmed');
const untouched = { shown: listed, visitor: listed };

test('the buttons of a row follow one’s own tap at once, and stay with it when it is confirmed', () => {
  const tapped = view('out', 'storing', 'b');
  expect(asTapped(untouched, tapped, listed)).toBe(tapped);
  const confirmed = view('out', 'confirmed', 'b');
  expect(asTapped({ shown: listed, visitor: tapped }, confirmed, listed)).toBe(confirmed);
});

test('the buttons of a row do not become others because of somebody else’s tap', () => {
  expect(asTapped(untouched, view('out', 'confirmed', 'b'), listed)).toBe(listed);
  const tapped = view('out', 'confirmed', 'b');
  expect(asTapped({ shown: listed, visitor: tapped }, view('in', 'confirmed', 'c'), listed)).toBe(tapped);
});

test('once the list shows somebody else’s tap the buttons do too', () => {
  const gone = view('out', 'confirmed', 'b');
  expect(asTapped(untouched, gone, gone)).toBe(gone);
});

test('a refusal of one’s own tap gives the buttons back at once', () => {
  const tapped = view('out', 'storing', 'b');
  expect(asTapped({ shown: listed, visitor: tapped }, listed, listed, true)).toBe(listed);
});

test('another tap that is taken back gives no buttons for somebody else’s change', () => {
  const tapped = view('out', 'confirmed', 'b');
  expect(asTapped({ shown: listed, visitor: tapped }, view('in', 'confirmed', 'c'), listed, true)).toBe(
    tapped,
  );
});
