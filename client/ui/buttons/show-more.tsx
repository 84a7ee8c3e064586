import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';

/** Shows the next part of a long list. */
export function ShowMore(props: ButtonProps) {
  return <Button variant="quiet" wide data-row="" icon={ChevronDown} {...props} />;
}

/** Returns the first items of a long list, `size` of them by default, and a function that shows `size` more. */
export function useShowMore<T>(
  all: readonly T[],
  size: number,
  first = size,
): { shown: readonly T[]; isAll: boolean; showMore: () => void } {
  const [count, setCount] = useState(first);
  return {
    shown: all.slice(0, count),
    isAll: all.length <= count,
    showMore: () => setCount((known) => known + size),
  };
}
