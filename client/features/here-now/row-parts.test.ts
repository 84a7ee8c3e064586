import { expect, test } from 'vitest';
import type { VisitorView } from '#client/data/port.ts';
import { friend } from '#tests/support/people/child-view.ts';
import { optimisticVisitor } from './row-parts.tsx';

const view = (status: 'in' | 'out', row: VisitorView['row'], undoes = 'a') => {
  const { ref, ...alma } = friend('Alma', { status, row });
  return { ...alma, ref, undo: { ...ref, visit: 'x', undoes } };
};

const listed = view('in', 'confirmed');
const untouched = { shown: listed, visitor: listed };
const ownTap = view('out', 'storing', 'b');
const confirmed = view('out', 'confirmed', 'b');
const ofOthers = view('in', 'confirmed', 'c');

test('the buttons of a row follow one’s own tap at once, and stay with it when it is confirmed', () => {
  expect(optimisticVisitor(untouched, ownTap, listed)).toBe(ownTap);
  expect(optimisticVisitor({ shown: listed, visitor: ownTap }, confirmed, listed)).toBe(confirmed);
});

test('the buttons of a row do not become others because of somebody else’s tap', () => {
  expect(optimisticVisitor(untouched, confirmed, listed)).toBe(listed);
  expect(optimisticVisitor({ shown: listed, visitor: confirmed }, ofOthers, listed)).toBe(confirmed);
  // Nor as another tap is taken back.
  expect(optimisticVisitor({ shown: listed, visitor: confirmed }, ofOthers, listed, true)).toBe(confirmed);
});

test('once the list shows somebody else’s tap the buttons do too', () => {
  expect(optimisticVisitor(untouched, confirmed, confirmed)).toBe(confirmed);
});

test('a refusal of one’s own tap gives the buttons back at once', () => {
  expect(optimisticVisitor({ shown: listed, visitor: ownTap }, listed, listed, true)).toBe(listed);
});
