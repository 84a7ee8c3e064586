import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Id } from '#domain/ids.ts';
import { newId } from '#tests/support/people/household.ts';
import { ownTone, type Tone, toneOf } from './person-name.tsx';

const TONES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] satisfies Tone[];
const CSS = readFileSync(new URL('../ui/tones.css', import.meta.url), 'utf8');

function family(size: number): { id: Id }[] {
  return Array.from({ length: size }, () => ({ id: newId() }));
}
const tonesOf = (children: { id: Id }[]) => children.map(({ id }) => toneOf(children, id));

test('up to twelve children have colours of their own, and more share them evenly', () => {
  for (let round = 0; round < 50; round++) {
    for (const size of [1, 2, 6, 12]) expect(new Set(tonesOf(family(size))).size).toBe(size);
    expect(Math.max(...tonesOf(family(6)))).toBe(6);
    const counts = Map.groupBy(tonesOf(family(24)), (tone) => tone);
    expect([...counts.values()].map(({ length }) => length)).toEqual(Array(12).fill(2));
  }
});

test('a child keeps its colour when another is added', () => {
  for (let round = 0; round < 50; round++) {
    const children = family(3);
    expect(tonesOf([...children, ...family(1)]).slice(0, 3)).toEqual(tonesOf(children));
  }
});

test('an unknown child has a colour too', () => {
  expect(toneOf(family(2), newId())).toBe(1);
});

test('friends have colours of their own, each of the twelve about as often', () => {
  const counts = Map.groupBy(family(2400), ({ id }) => ownTone(id));
  expect([...counts.keys()].toSorted((a, b) => a - b)).toEqual(TONES);
  for (const { length } of counts.values()) expect(Math.abs(length - 200)).toBeLessThan(100);
});

describe.each([
  ['light', 1],
  ['dark', 2],
])('in %s colours', (_scheme, at) => {
  const colors = (tone: Tone) => {
    const [, rule = ''] = new RegExp(`data-tone='${tone}'\\] \\{([^}]*)`).exec(CSS) ?? [];
    return ['--tone', '--tone-text'].map((token) =>
      linear(new RegExp(`${token}: light-dark\\(#(\\w{6}), #(\\w{6})`).exec(rule)?.[at] ?? ''),
    );
  };

  test.each(TONES)('the initials in colour %i have a contrast of 7:1', (tone) => {
    const [a = 0, b = 0] = colors(tone)
      .map(luminance)
      .toSorted((x, y) => y - x);
    expect((a + 0.05) / (b + 0.05)).toBeGreaterThanOrEqual(7);
  });

  test.each(TONES)('no other door, nor bar, looks like colour %i', (tone) => {
    const [door = 0, bar = 0] = [0, 1].map((part) =>
      Math.min(
        ...TONES.filter((other) => other !== tone).map((other) =>
          distance(colors(tone)[part] ?? [], colors(other)[part] ?? []),
        ),
      ),
    );
    expect([door, bar].every((nearest) => nearest > 0.04)).toBe(true);
  });
});

/** The channels of WCAG 2.2, without gamma. */
function linear(hex: string): number[] {
  return [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
}

function luminance([red = 0, green = 0, blue = 0]: readonly number[]): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** In OKLab, where 0.02 is just seen. */
function distance(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [oklab(one), oklab(other)];
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
