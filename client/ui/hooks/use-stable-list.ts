import { useMemo } from 'react';

/** The same array until an item changes, so that memoized lists do not rerender. */
export function useStableList<T extends string>(list: readonly T[]): readonly T[] {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text holds the items of the list.
  return useMemo(() => list, [list.join()]);
}
