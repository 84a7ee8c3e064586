import { useCallback, useEffect, useRef } from 'react';

/** Stable, so that memoized rows do not rerender. */
export function useStableCallback<A extends unknown[]>(call: (...args: A) => void): (...args: A) => void {
  const latest = useRef(call);
  useEffect(() => {
    latest.current = call;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
