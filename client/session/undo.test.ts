import { expect, test } from 'vitest';
import { child, friend } from '#tests/support/people/child-view.ts';
import { undoOf } from './undo.ts';

const ella = friend('Ella');
const undo = { ...ella.ref, visit: 'visit00001', undoes: 'op00000001' };
const nova = (friends = [{ ...ella, undo }]) => [{ ...child('Nova', friends), id: ella.ref.child }];

test('a tap is taken back while it is the latest', () => {
  expect(undoOf(nova(), ella.ref, 'op00000001')).toEqual(undo);
});

test('after something newer there is no undo, which would take back the newer', () => {
  expect(undoOf(nova(), ella.ref, 'op00000002')).toBeUndefined();
});

test('nor is there one for another person', () => {
  expect(undoOf(nova(), { ...ella.ref, kind: 'guest' }, 'op00000001')).toBeUndefined();
  expect(undoOf([], ella.ref, 'op00000001')).toBeUndefined();
});
