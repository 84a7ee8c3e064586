import { expect, test } from 'vitest';
import { LayoutShiftGuard } from '#client/ui/feedback/layout-shift-guard.ts';
import { randomFrom } from '#tests/support/random.ts';
import { seed } from '#tests/support/seed.ts';
import { IdleTimer } from './frozen-lists.ts';

const { tap, touch } = {
  tap: (at: number) => (list: IdleTimer) => list.tap(at),
  touch: (at: number) => (list: IdleTimer) => list.touch(at),
};

test.each<[string, hand: ((list: IdleTimer) => void)[], changesAt: [alone: number, inside: number]]>([
  ['one that nobody touched changes at once', [], [0, 0]],
  ['after a tap five seconds, ten with a hand inside', [tap(1000)], [6000, 11_000]],
  ['a second tap starts again', [tap(0), tap(4000)], [9000, 14_000]],
  ['after a touch one second', [tap(1000), touch(5500)], [6500, 15_500]],
])('a list that is held: %s', (_rule, hand, [alone, inside]) => {
  const list = new IdleTimer();
  for (const act of hand) act(list);
  for (const [at, isInside] of [
    [alone, false],
    [inside, true],
  ] as const)
    expect([at > 0 && list.isStill(at - 1, isInside), list.isStill(at, isInside)]).toEqual([false, true]);
});

test('nobody is asked who is inside before the list may change at all', () => {
  const list = new IdleTimer();
  expect(list.restIn(0)).toBe(0);
  list.tap(1000);
  expect(list.restIn(1000)).toBe(5000);
  list.touch(5500);
  expect(list.restIn(5500)).toBe(1000);
  expect(list.restIn(6500)).toBe(0);
});

test('what changes waits for five seconds, and what changes meanwhile comes along', () => {
  const list = new IdleTimer();
  list.change(10_000);
  list.change(14_000);
  expect(list.isStill(14_999, false)).toBe(false);
  expect(list.isStill(15_000, false)).toBe(true);
  list.follow();
  list.change(15_001);
  expect(list.isStill(20_000, false)).toBe(false);
  expect(list.isStill(20_001, false)).toBe(true);
});

test('a question waits for the hand alone, and what waits already comes along', () => {
  const list = new IdleTimer();
  list.touch(9000);
  list.change(10_000, true);
  // A mouse may rest in the list.
  expect(list.isStill(10_000, true)).toBe(true);
  list.follow();
  expect(list.isStill(10_000, true)).toBe(false);
  list.change(20_000);
  list.touch(20_500);
  list.change(21_000, true);
  expect(list.isStill(21_499, false)).toBe(false);
  expect(list.isStill(21_500, false)).toBe(true);
  list.tap(21_600);
  expect(list.isStill(26_599, false)).toBe(false);
  expect(list.isStill(26_600, false)).toBe(true);
});

/** A phone whose list follows another one, and taps on it that were aimed up to 700 ms before. Times are in ms. */
function story({ waits, refuses }: { waits: boolean; refuses: boolean }) {
  const random = randomFrom(seed);
  const [list, rows] = [new IdleTimer(), new LayoutShiftGuard<number>()];
  let [latest, shown, next] = [[1, 2, 3, 4], [1, 2, 3, 4], 5];
  let [lastMove, lastTap, firstChange] = [-5000, -5000, Number.NaN];
  let aim: { place: number; row: number | undefined; at: number } | undefined;
  const told = { taps: 0, moves: 0, wrong: 0, early: 0 };
  const draw = (now: number) => {
    const drawn = shown.map((key, place) => {
      const lies = { left: 0, right: 9, top: place * 73, bottom: place * 73 + 73 };
      return { key, floats: false, scrolled: 0, ...lies };
    });
    rows.see(now, drawn);
  };
  draw(0);
  for (let now = 0; now < 2_000_000; now += 20) {
    if (random() < 0.01) {
      const leaving = Math.floor(random() * 6);
      latest = random() < 0.5 ? [next++, ...latest] : latest.filter((_, place) => place !== leaving);
      if (latest.length < 3) latest = [next++, next++, ...latest];
      if (Number.isNaN(firstChange)) firstChange = now;
      list.change(now);
    }
    const isBehind = latest !== shown;
    if (isBehind && (!waits || list.isStill(now, false))) {
      const since = Math.max(lastMove, lastTap, firstChange);
      if (now - since < 5000) told.early += 1;
      [shown, lastMove, firstChange] = [latest, now, Number.NaN];
      told.moves += 1;
      list.follow();
      draw(now);
    }
    if (!aim && random() < 0.004) {
      const place = Math.floor(random() * shown.length);
      aim = { place, row: shown[place], at: now + random() * 700 };
    }
    if (!aim || now < aim.at) continue;
    const { place, row } = aim;
    aim = undefined;
    if (place >= shown.length || (refuses && rows.isMoved(now, 1, place * 73 + 30))) continue;
    told.taps += 1;
    if (shown[place] !== row) told.wrong += 1;
    list.tap(now);
    lastTap = now;
  }
  return told;
}

test('no row moves within five seconds of a tap, a move or the change that waits, and no tap reaches another row', () => {
  const { taps, moves, wrong, early } = story({ waits: true, refuses: true });
  expect([wrong, early]).toEqual([0, 0]);
  expect(moves).toBeGreaterThan(50);
  expect(taps).toBeGreaterThan(200);
});

test('without the waiting rows move early, and without the refusing taps reach other rows', () => {
  expect(story({ waits: false, refuses: true }).early).toBeGreaterThan(50);
  expect(story({ waits: true, refuses: false }).wrong).toBeGreaterThan(0);
  expect(story({ waits: false, refuses: false }).wrong).toBeGreaterThan(20);
});
