/** True if two plain values are deeply equal; an equal row keeps its identity, so it is not rendered again. */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [one, other] = [Object.entries(a), b as Record<string, unknown>];
  return (
    one.length === Object.keys(b).length &&
    one.every(([key, value]) => Object.hasOwn(other, key) && deepEqual(value, other[key]))
  );
}

/** Returns the previous list if it holds the identical rows. */
export function reuseList<T>(before: readonly T[] | undefined, now: readonly T[]): readonly T[] {
  const isSame = before?.length === now.length && now.every((row, i) => row === before[i]);
  return isSame ? before : now;
}
