import { expect, test } from 'vitest';
import { ghostTapDetector } from './ghost-tap-guard.ts';

const press = (at: number, { x = 300, y = 400, moves = true, isSingle = false } = {}) => ({
  x,
  y,
  at,
  moves,
  isSingle,
});

test('a second tap at the same place within half a second is a ghost tap', () => {
  const isGhostTap = ghostTapDetector();
  expect(isGhostTap(press(0))).toBe(false);
  expect(isGhostTap(press(150, { x: 308, y: 391 }))).toBe(true);
  expect(isGhostTap(press(700))).toBe(false);
});

test('all quick taps after the first are ghost taps', () => {
  const isGhostTap = ghostTapDetector();
  const heard = [0, 200, 400, 600, 800].map((at) => isGhostTap(press(at)));
  expect(heard).toEqual([false, true, true, true, true]);
});

test('a quick tap on the next row is not a ghost tap', () => {
  const isGhostTap = ghostTapDetector();
  expect(isGhostTap(press(0))).toBe(false);
  expect(isGhostTap(press(150, { y: 472 }))).toBe(false);
});

test('a tap after one that moves nothing is not a ghost tap', () => {
  const isGhostTap = ghostTapDetector();
  expect(isGhostTap(press(0, { moves: false }))).toBe(false);
  expect(isGhostTap(press(150))).toBe(false);
  expect(isGhostTap(press(250, { moves: false }))).toBe(true);
});

test('a new single click is not a ghost tap, the second click of a double click is', () => {
  const isGhostTap = ghostTapDetector();
  expect(isGhostTap(press(0, { isSingle: true }))).toBe(false);
  expect(isGhostTap(press(200, { isSingle: true }))).toBe(false);
  expect(isGhostTap(press(300))).toBe(true);
});
