import { useState } from 'react';

/** The first part of a long list, and how to show more of it. In: the whole list and how many are shown at a time. */
export function usePortion<T>(
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
