import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seed } from '#tests/support/seed.ts';
import { makeId } from './ids.ts';
import { childPath, friendPath, isWithin, parsePath, profilePath, subtreeRange, visitPath } from './paths.ts';

const anId = fc.uint8Array({ minLength: 16, maxLength: 16 }).map(makeId);

describe('paths', () => {
  it('are read back as they were built', () => {
    fc.assert(
      fc.property(anId, anId, (child, other) => {
        expect(parsePath(childPath(child))).toEqual({ kind: 'child', id: child });
        expect(parsePath(profilePath(child))).toEqual({ kind: 'profile', id: child });
        expect(parsePath(friendPath(child, other))).toEqual({ kind: 'friend', child, id: other });
        expect(parsePath(visitPath(child, other))).toEqual({ kind: 'visit', child, id: other });
      }),
      { seed },
    );
  });

  it('are not parsed from any other text', () => {
    const texts = [
      '',
      'children',
      'children/',
      'children/x',
      'children/../../etc',
      'profiles/aaaaaaaaaa/friends/bbbbbbbbbb',
    ];
    for (const text of [
      ...texts,
      'children/aaaaaaaaaa/toString/bbbbbbbbbb',
      'children/aaaaaaaaaa/friends/bbbbbbbbbb/c',
    ]) {
      expect(parsePath(text)).toBeUndefined();
    }
    fc.assert(
      fc.property(fc.string(), (text) => void parsePath(text)),
      { seed },
    );
  });

  it('below a root are one range of text', () => {
    const root = childPath('aaaaaaaaaa');
    const { from, to } = subtreeRange(root);
    const inside = friendPath('aaaaaaaaaa', 'zzzzzzzzzz');
    expect(inside >= from && inside < to && isWithin(inside, root)).toBe(true);
    const sibling = friendPath('aaaaaaaaaaa', 'bbbbbbbbbb');
    expect(sibling >= from && sibling < to).toBe(false);
    expect(isWithin(sibling, root)).toBe(false);
  });
});

describe('ids', () => {
  it('encode every bit of 16 bytes in 26 letters', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 16, maxLength: 16 }),
        fc.integer({ min: 0, max: 127 }),
        (bytes, bit) => {
          const flipped = bytes.with(bit >> 3, (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7)));
          expect(makeId(bytes)).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/);
          expect(makeId(flipped)).not.toBe(makeId(bytes));
        },
      ),
      { seed },
    );
  });
  it('are not made from too few random bytes', () =>
    expect(() => makeId(new Uint8Array(9))).toThrow(RangeError));
});
