/** A function for numbers from 0 up to 1, always the same for a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Random choices that a seed repeats. */
export interface Random {
  /** A whole number from 0 up to, and without, the bound. */
  int(bound: number): number;
  chance(of: number): boolean;
  pick<T>(all: readonly T[]): T;
  /** A new id. */
  id(word: string): string;
}

/** Random choices that are always the same for a seed. */
export function randomOf(seed: number): Random {
  const next = randomFrom(seed);
  let ids = 0;
  const int = (bound: number) => Math.floor(next() * bound);
  return {
    int,
    chance: (of) => next() < of,
    pick: (all) => {
      const one = all[int(all.length)];
      if (one === undefined && all.length === 0) throw new Error('there is nothing to pick from');
      return one as (typeof all)[number];
    },
    id: (word) => {
      ids += 1;
      return `${word}${String(ids).padStart(12, '0')}`;
    },
  };
}
