import { expect, test } from 'vitest';
import { type Drawn, LayoutShiftGuard } from './layout-shift-guard.ts';

const ROW = 73;

/** A list of rows on a screen, scrolled by so many px. */
const list = (names: string, scrolled = 0): Drawn<string>[] =>
  [...names].map((key, place) => {
    const top = place * ROW - scrolled;
    return { key, floats: false, left: 0, right: 300, top, bottom: top + ROW, scrolled };
  });

const toast = (key: string): Drawn<string> => ({
  ...{ key, floats: true, left: 0, right: 300, top: 0, bottom: ROW, scrolled: 0 },
});

/** The middle of a row of the list. */
const y = (place: number) => place * ROW + ROW / 2;

/** A guard that has seen what was drawn, by its time in ms. */
function guardOf(...seen: [at: number, drawn: Drawn<string>[]][]): LayoutShiftGuard<string> {
  const guard = new LayoutShiftGuard<string>();
  for (const [at, drawn] of seen) guard.see(at, drawn);
  return guard;
}

test('a row that came in the place of another takes no tap for 800 ms', () => {
  const rows = guardOf([0, list('ab')]);
  expect(rows.isMoved(0, 10, y(0))).toBe(false);
  rows.see(1000, list('nab'));
  expect(rows.isMoved(1000, 10, y(0))).toBe(true);
  expect(rows.isMoved(1799, 10, y(1))).toBe(true);
  expect(rows.isMoved(1800, 10, y(1))).toBe(false);
});

test('a row that stayed, or lies where none was, takes taps at once', () => {
  const rows = guardOf([0, []], [1000, list('ab')]);
  expect(rows.isMoved(1000, 10, y(1))).toBe(false);
  rows.see(2000, list('axbc'));
  expect(rows.isMoved(2000, 10, y(0))).toBe(false);
  expect(rows.isMoved(2000, 10, y(1))).toBe(true);
  expect(rows.isMoved(2000, 10, y(3))).toBe(false);
});

test('a button that one’s own press made another one takes taps, also soon after a surprise', () => {
  const rows = new LayoutShiftGuard<string>();
  const shown = (does: string) => list('ab').map((row) => (row.key === 'a' ? { ...row, does } : row));
  rows.see(0, shown('check out'));
  rows.see(1000, [...shown('check out'), { ...toast('t'), top: 500, bottom: 573 }]);
  rows.act(1100);
  rows.see(1200, shown('undo'));
  expect(rows.isMoved(1500, 10, y(0), 'a')).toBe(false);
  rows.see(2500, shown('check out'));
  expect(rows.isMoved(2600, 10, y(0), 'a')).toBe(true);
});

test('a toast that goes makes no row another one but where it lay, also as the page is scrolled', () => {
  const rows = guardOf(
    [0, [...list('abcd'), { ...toast('t'), top: 2 * ROW, bottom: 3 * ROW }]],
    [2000, list('abcd', ROW)],
  );
  expect(rows.isMoved(2100, 10, y(0), 'b')).toBe(false);
  expect(rows.isMoved(2100, 10, y(2), 'd')).toBe(true);
});

test('a scrolled page moves no row', () => {
  const rows = guardOf([0, list('abcd')], [1000, list('abcd', 2 * ROW)]);
  expect(rows.isMoved(1000, 10, y(0))).toBe(false);
});

test('a row that moved while the page was scrolled takes no tap, wherever it was noted last', () => {
  const rows = guardOf([0, list('abcd')], [1000, list('nabcd', ROW)]);
  expect(rows.isMoved(1000, 10, y(0))).toBe(true);
  rows.see(5000, list('nabcd'));
  rows.see(6000, list('abcd', 0));
  expect(rows.isMoved(6000, 10, y(0))).toBe(true);
});

test('every place of a row within 800 ms counts', () => {
  const rows = guardOf([0, list('abc')], [1000, list('bca')], [1100, list('abc')]);
  expect(rows.isMoved(1500, 10, y(0))).toBe(true);
  expect(rows.isMoved(1850, 10, y(0))).toBe(true);
  expect(rows.isMoved(1900, 10, y(0))).toBe(false);
});

test('what one’s own press of another control moves takes taps at once, and what a tap on a row moves does not', () => {
  const rows = guardOf([0, list('abc')]);
  rows.act(1000);
  rows.see(1100, list('c'));
  expect(rows.isMoved(1200, 10, y(0))).toBe(false);
  rows.act(5000, 'c');
  rows.see(5100, list('xc'));
  expect(rows.isMoved(5200, 10, y(0))).toBe(true);
});

test('a row below a toast that went takes no tap either', () => {
  const rows = guardOf([0, [...list('ab'), toast('t')]], [9000, list('ab')]);
  expect(rows.isMoved(9100, 10, y(0))).toBe(true);
  expect(rows.isMoved(9100, 10, y(1))).toBe(false);
});

const doing = (does: string) => list('ab').map((row) => ({ ...row, does }));

test('a row whose button became another one by itself takes no tap for 800 ms', () => {
  const rows = guardOf([0, doing('Undo')], [1000, doing('Check out')]);
  // The guard looks again as the finger comes down.
  rows.see(1100, doing('Check out'));
  expect(rows.isMoved(1100, 10, y(0))).toBe(true);
  expect(rows.isMoved(1800, 10, y(0))).toBe(false);
});

test('a row whose button one’s own tap changed takes the next tap at once, and another row does not', () => {
  const rows = guardOf([0, doing('Check out')]);
  rows.act(1000, 'a');
  rows.see(1050, doing('Undo'));
  expect(rows.isMoved(1100, 10, y(0))).toBe(false);
  expect(rows.isMoved(1100, 10, y(1))).toBe(true);
});

test('a touch beside a row that a browser takes for it counts for the row that lay there', () => {
  const rows = guardOf([0, list('ab')], [1000, list('b', -ROW / 2)]);
  expect(rows.isMoved(1100, 10, 5, 'b')).toBe(true);
  expect(rows.isMoved(1800, 10, 5, 'b')).toBe(false);
});
