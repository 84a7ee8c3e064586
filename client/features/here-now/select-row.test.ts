import { expect, test } from 'vitest';
import { child, friend } from '#tests/support/people/child-view.ts';
import { selectedVisitors, selectionAt } from './select-row.tsx';

const [ella, leo, nora] = [friend('Ella'), friend('Leo'), friend('Nora', { status: 'in' })];
const list = [child('Noah', [ella, nora]), child('Alva', [leo])];
const idOf = ({ ref }: typeof ella) => ref.visitor;

test('only those selected who are still out are checked in', () => {
  expect(selectedVisitors(list, undefined)).toEqual([]);
  expect(selectedVisitors(list, [idOf(leo), idOf(nora), 'gone000000'])).toEqual([leo]);
});

test('a sheet that is opened again has the selection of the last five minutes', () => {
  const kept = { selected: [idOf(ella)], at: 1000 };
  expect(selectionAt(1000 + 299_999, kept)).toEqual([idOf(ella)]);
  expect(selectionAt(1000 + 300_000, kept)).toBeUndefined();
  expect(selectionAt(1000, undefined)).toBeUndefined();
});
