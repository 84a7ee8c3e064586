import { useCallback, useEffect, useRef } from 'react';

/** Returns a stable function that calls the latest one, so that memoized rows do not rerender. */
export function useStableCallback<A extends unknown[]>(call: (...args: A) => void): (...args: A) => void {
  const latest = useRef(call);
  useEffect(() => {
    latest.current = call;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
