import { expect, test } from 'vitest';
import { friend } from '#tests/support/people/child-view.ts';
import { undoOf } from './undo.ts';

const ella = friend('Ella');
const undo = { ...ella.ref, visit: 'visit00001', undoes: 'op00000001' };
const tapped = { ...ella, undo };

test('the latest tap can be undone', () => {
  expect(undoOf(tapped, 'op00000001')).toEqual(undo);
});

test('no undo after a newer tap', () => {
  expect(undoOf(tapped, 'op00000002')).toBeUndefined();
});

test('no undo for another person', () => {
  expect(undoOf(ella, 'op00000001')).toBeUndefined();
  expect(undoOf(undefined, 'op00000001')).toBeUndefined();
});
