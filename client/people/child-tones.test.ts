import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Id } from '#domain/ids.ts';
import { newId } from '#tests/support/people/household.ts';
import { type Tone, toneOf } from './person-name.tsx';

const CSS = readFileSync(new URL('../ui/child-colors.css', import.meta.url), 'utf8');

function family(size: number): { id: Id }[] {
  return Array.from({ length: size }, () => ({ id: newId() }));
}
const tonesOf = (children: { id: Id }[]) => children.map(({ id }) => toneOf(children, id));

test('up to six children have colours of their own, and twelve share each between two', () => {
  for (let round = 0; round < 50; round++) {
    for (const size of [1, 2, 3, 6]) expect(new Set(tonesOf(family(size))).size).toBe(size);
    const counts = Map.groupBy(tonesOf(family(12)), (tone) => tone);
    expect([...counts.values()].map(({ length }) => length)).toEqual([2, 2, 2, 2, 2, 2]);
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

describe.each([
  ['light', 1],
  ['dark', 2],
])('in %s colours', (_scheme, at) => {
  test.each([1, 2, 3, 4, 5, 6] satisfies Tone[])(
    'the initials in colour %i have a contrast of 7:1',
    (tone) => {
      const [, rule = ''] = new RegExp(`data-tone='${tone}'\\] \\{([^}]*)`).exec(CSS) ?? [];
      const color = (token: string) =>
        luminance(new RegExp(`${token}: light-dark\\(#(\\w{6}), #(\\w{6})`).exec(rule)?.[at] ?? '');
      const [a, b] = [color('--tone'), color('--tone-text')].toSorted((x, y) => y - x);
      expect(((a ?? 0) + 0.05) / ((b ?? 0) + 0.05)).toBeGreaterThanOrEqual(7);
    },
  );
});

/** The relative luminance of WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
