import { expect, test } from 'vitest';
import { Stillness } from './stillness.ts';

test('a list that nobody touched changes at once', () => {
  expect(new Stillness().isStill(0, false)).toBe(true);
  expect(new Stillness().isStill(0, true)).toBe(true);
});

test('after a tap it stays for five seconds, and after a touch for one', () => {
  const list = new Stillness();
  list.tap(1000);
  expect(list.isStill(5999, false)).toBe(false);
  expect(list.isStill(6000, false)).toBe(true);
  list.touch(5500);
  expect(list.isStill(6499, false)).toBe(false);
  expect(list.isStill(6500, false)).toBe(true);
});

test('a second tap starts the five seconds again', () => {
  const list = new Stillness();
  list.tap(0);
  list.tap(4000);
  expect(list.isStill(8999, false)).toBe(false);
  expect(list.isStill(9000, false)).toBe(true);
});

test('a mouse or focus in the list holds it until it leaves, or has rested for ten seconds', () => {
  const list = new Stillness();
  list.tap(0);
  expect(list.isStill(9999, true)).toBe(false);
  expect(list.isStill(9999, false)).toBe(true);
  expect(list.isStill(10_000, true)).toBe(true);
  list.touch(9000);
  expect(list.isStill(18_999, true)).toBe(false);
});

test('nobody is asked who is inside before the list may change at all', () => {
  const list = new Stillness();
  expect(list.restIn(0)).toBe(0);
  list.tap(1000);
  expect(list.restIn(1000)).toBe(5000);
  list.touch(5500);
  expect(list.restIn(5500)).toBe(1000);
  expect(list.restIn(6500)).toBe(0);
});
