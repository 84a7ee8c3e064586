/** True where two plain values hold the same; a row that is the same keeps its identity, so that it is not drawn again. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [one, other] = [Object.entries(a), b as Record<string, unknown>];
  return (
    one.length === Object.keys(b).length &&
    one.every(([key, value]) => Object.hasOwn(other, key) && same(value, other[key]))
  );
}

/** The list before, where it holds the very same rows. */
export function keepList<T>(before: readonly T[] | undefined, now: readonly T[]): readonly T[] {
  const isKept = before?.length === now.length && now.every((row, i) => row === before[i]);
  return isKept ? before : now;
}
