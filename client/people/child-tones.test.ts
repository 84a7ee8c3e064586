import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { VisitorView } from '#client/data/port.ts';
import type { Id } from '#domain/ids.ts';
import { isoTime } from '#domain/time.ts';
import { newId } from '#tests/support/people/household.ts';
import { toneOf } from './person-name.tsx';

const TONES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const CSS = readFileSync(new URL('../ui/tones.css', import.meta.url), 'utf8');
/** Of the bars' colour in the initials'. */
const INK_SHARE =
  Number(/--tone-text: .*--tone-mark\) (\d+)%, light-dark\(#000, #fff\)/.exec(CSS)?.[1]) / 100;

type Family = Parameters<typeof toneOf>[0];

const family = (size: number): Family =>
  Array.from({ length: size }, () => ({ id: newId(), friends: [], guests: [] }));
const tonesOf = (children: Family) => children.map(({ id }) => toneOf(children, id));

const friend = (id: Id = newId(), second = 0) =>
  ({ ref: { visitor: id }, createdAt: isoTime(second * 1000) }) as VisitorView;
const friendsOf = (size: number) => Array.from({ length: size }, (_, second) => friend(newId(), second));
const withFriends = (friends: readonly VisitorView[]): Family => [{ id: newId(), friends, guests: [] }];
const tonesOfFriends = (friends: readonly VisitorView[], among: readonly VisitorView[] = friends) =>
  friends.map(({ ref }) => toneOf(withFriends(among), ref.visitor));

/** Steps round the circle of twelve hues. */
const apart = (one = 0, other = 0) => Math.min(Math.abs(one - other), 12 - Math.abs(one - other));

test('up to twelve children have colours of their own, the first four far apart in hue', () => {
  for (let round = 0; round < 50; round++) {
    for (const size of [1, 2, 6, 12]) expect(new Set(tonesOf(family(size))).size).toBe(size);
    const [first, ...others] = tonesOf(family(4));
    for (const other of others) expect(apart(first, other)).toBeGreaterThanOrEqual(3);
    for (const tone of tonesOf(family(20))) expect(TONES).toContain(tone);
  }
});

test('a child keeps its colour when another is added', () => {
  for (let round = 0; round < 50; round++) {
    const children = family(3);
    expect(tonesOf([...children, ...family(1)]).slice(0, 3)).toEqual(tonesOf(children));
  }
});

test('up to twelve friends and guests of a family have colours of their own', () => {
  for (let round = 0; round < 50; round++) {
    const friends = friendsOf(12);
    expect(new Set(tonesOfFriends(friends)).size).toBe(12);
    const [one, two, ...rest] = friends;
    const [child, other] = [withFriends(rest)[0], withFriends([])[0]];
    const split = [child, { ...other, guests: [one, two] }] as Family;
    expect(friends.map(({ ref }) => toneOf(split, ref.visitor))).toEqual(tonesOfFriends(friends));
  }
});

test('nobody added or renamed later changes the colour of a friend', () => {
  for (let round = 0; round < 50; round++) {
    const friends = friendsOf(15);
    const earlier = friends.slice(0, 5);
    expect(tonesOfFriends(earlier, friends.toReversed())).toEqual(tonesOfFriends(earlier));
    const renamed = friends.map((one) => ({ ...one, name: newId() }));
    expect(tonesOfFriends(friends, renamed)).toEqual(tonesOfFriends(friends));
  }
});

test('of two whose colours collide, the later added gets the opposite hue; added at once, the later id', () => {
  const [first, second] = ['ab', 'ba'];
  const [own, opposite] = [toneOf([], first), ((toneOf([], first) + 5) % 12) + 1];
  expect(tonesOfFriends([friend(first, 2), friend(second, 1)])).toEqual([opposite, own]);
  expect(tonesOfFriends([friend(second), friend(first)])[1]).toBe(own);
});

test('once a friend is removed, only one that had given way to it may change', () => {
  const [first, second, third] = [friend('ab', 1), friend('ba', 2), friend('b', 3)];
  const all = tonesOfFriends([first, second, third]);
  expect(tonesOfFriends([second, third])).toEqual([toneOf([], 'ba'), all[2]]);
  expect(tonesOfFriends([first, third])).toEqual([all[0], all[2]]);
});

test('each of the twelve colours is used about as often', () => {
  const counts = Map.groupBy(family(2400), ({ id }) => toneOf([], id));
  expect([...counts.keys()].toSorted((a, b) => a - b)).toEqual(TONES);
  for (const { length } of counts.values()) expect(Math.abs(length - 200)).toBeLessThan(100);
});

describe.each([
  ['light', 1, 0, ['#ffffff', '#f3f1eb', '#fbfaf7']],
  ['dark', 2, 1, ['#1d2229', '#191d23', '#14171c']],
] as const)('in %s colours', (_scheme, at, ink, grounds) => {
  const partsOf = (tone: number) => {
    const [, rule = ''] = new RegExp(`data-tone='${tone}'\\] \\{([^}]*)`).exec(CSS) ?? [];
    const [door = '', mark = ''] = ['--tone', '--tone-mark'].map(
      (token) => new RegExp(`${token}: light-dark\\((#\\w{6}), (#\\w{6})`).exec(rule)?.[at] ?? '',
    );
    return { door, mark };
  };

  test.each(TONES)('initials in colour %i have 7:1, bars 3:1 and words on these 4.5:1', (tone) => {
    const [door, mark, ...behind] = [...Object.values(partsOf(tone)), ...grounds].map(channels);
    const initials = mark?.map((part) => part * INK_SHARE + ink * (1 - INK_SHARE));
    expect(contrast(initials, door)).toBeGreaterThanOrEqual(7);
    expect(Math.min(...behind.map((ground) => contrast(mark, ground)))).toBeGreaterThanOrEqual(3);
    expect(contrast(mark, behind[0])).toBeGreaterThanOrEqual(4.5);
  });

  test.each(TONES)('no other door, nor bar, looks like colour %i', (tone) => {
    const others = TONES.filter((other) => other !== tone).map(partsOf);
    const { door, mark } = partsOf(tone);
    expect(Math.min(...others.map((other) => distance(door, other.door)))).toBeGreaterThan(0.075);
    expect(Math.min(...others.map((other) => distance(mark, other.mark)))).toBeGreaterThan(0.1);
  });
});

/** 0 to 1, with gamma. */
function channels(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
}

function contrast(...colors: (number[] | undefined)[]): number {
  const [light = 0, dark = 0] = colors.map((one = []) => luminance(linear(one))).toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** As in WCAG 2.2. */
function linear(gamma: readonly number[]): number[] {
  return gamma.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
}

function luminance([red = 0, green = 0, blue = 0]: readonly number[]): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** In OKLab, where 0.02 is just seen. */
function distance(one: string, other: string): number {
  const [a = [], b = []] = [one, other].map((hex) => oklab(linear(channels(hex))));
  return Math.hypot(...a.map((part, index) => part - (b[index] ?? 0)));
}

function oklab(rgb: readonly number[]): number[] {
  const cones = times(rgb, [
    [0.4122, 0.5363, 0.0514],
    [0.2119, 0.6807, 0.1074],
    [0.0883, 0.2817, 0.63],
  ]).map(Math.cbrt);
  return times(cones, [
    [0.2105, 0.7936, -0.0041],
    [1.978, -2.4286, 0.4506],
    [0.0259, 0.7828, -0.8087],
  ]);
}

function times(vector: readonly number[], matrix: readonly number[][]): number[] {
  return matrix.map((row) => row.reduce((sum, part, index) => sum + part * (vector[index] ?? 0), 0));
}
