import { expect, test } from 'vitest';
import { echoes } from './echo.ts';

const press = (at: number, { x = 300, y = 400, moves = true, isSingle = false } = {}) => ({
  x,
  y,
  at,
  moves,
  isSingle,
});

test('a second tap at the same place is an echo, for half a second', () => {
  const isEcho = echoes();
  expect(isEcho(press(0))).toBe(false);
  expect(isEcho(press(150, { x: 308, y: 391 }))).toBe(true);
  expect(isEcho(press(700))).toBe(false);
});

test('whoever goes on hammering still changes one thing', () => {
  const isEcho = echoes();
  const heard = [0, 200, 400, 600, 800].map((at) => isEcho(press(at)));
  expect(heard).toEqual([false, true, true, true, true]);
});

test('the next row is far enough away', () => {
  const isEcho = echoes();
  expect(isEcho(press(0))).toBe(false);
  expect(isEcho(press(150, { y: 472 }))).toBe(false);
});

test('after what moves nothing, every tap counts', () => {
  const isEcho = echoes();
  expect(isEcho(press(0, { moves: false }))).toBe(false);
  expect(isEcho(press(150))).toBe(false);
  expect(isEcho(press(250, { moves: false }))).toBe(true);
});

test('a mouse that clicks anew is believed, the second click of a double click is not', () => {
  const isEcho = echoes();
  expect(isEcho(press(0, { isSingle: true }))).toBe(false);
  expect(isEcho(press(200, { isSingle: true }))).toBe(false);
  expect(isEcho(press(300))).toBe(true);
});
