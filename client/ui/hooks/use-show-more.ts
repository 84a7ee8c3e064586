import { useState } from 'react';

/** Returns the first `size` items of a long list, and a function that shows as many more. */
export function useShowMore<T>(
  all: readonly T[],
  size: number,
): { shown: readonly T[]; isAll: boolean; showMore: () => void } {
  const [count, setCount] = useState(size);
  return {
    shown: all.slice(0, count),
    isAll: all.length <= count,
    showMore: () => setCount((known) => known + size),
  };
}
