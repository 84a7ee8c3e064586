import { expect, test } from 'vitest';
import { child, friend } from '#tests/support/people/child-view.ts';
import { undoOf } from './undo.ts';

const ella = friend('Ella');
const undo = { ...ella.ref, visit: 'visit00001', undoes: 'op00000001' };
const nova = (friends = [{ ...ella, undo }]) => [{ ...child('Nova', friends), id: ella.ref.child }];

test('the latest tap can be undone', () => {
  expect(undoOf(nova(), ella.ref, 'op00000001')).toEqual(undo);
});

test('no undo after a newer tap', () => {
  expect(undoOf(nova(), ella.ref, 'op00000002')).toBeUndefined();
});

test('no undo for another person', () => {
  expect(undoOf(nova(), { ...ella.ref, kind: 'guest' }, 'op00000001')).toBeUndefined();
  expect(undoOf([], ella.ref, 'op00000001')).toBeUndefined();
});
