import { expect, test } from 'vitest';
import { ghostTapDetector } from './ghost-tap-guard.ts';

const press = (at: number, { x = 300, y = 400, moves = true, isSingle = false } = {}) => {
  return { x, y, at, moves, isSingle };
};

test.each([
  [
    'a second tap at the same place within half a second is one',
    [press(0), press(150, { x: 308, y: 391 })],
    '-G',
  ],
  ['a later tap is none', [press(0), press(150), press(700)], '-G-'],
  ['all quick taps after the first are some', [0, 200, 400, 600, 800].map((at) => press(at)), '-GGGG'],
  ['a quick tap on the next row is none', [press(0), press(150, { y: 472 })], '--'],
  [
    'a tap after one that moves nothing is none',
    [press(0, { moves: false }), press(150), press(250, { moves: false })],
    '--G',
  ],
  [
    'a new single click is none, the second of a double click is one',
    [press(0, { isSingle: true }), press(200, { isSingle: true }), press(300)],
    '--G',
  ],
])('ghost taps: %s', (_rule, presses, ghosts) => {
  const isGhostTap = ghostTapDetector();
  expect(presses.map((one) => (isGhostTap(one) ? 'G' : '-')).join('')).toBe(ghosts);
});
