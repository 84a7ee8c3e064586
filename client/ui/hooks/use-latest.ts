import { useCallback, useEffect, useRef } from 'react';

/** The same function over all renders, which calls the newest one: for rows that should not draw anew in vain. */
export function useLatest<A extends unknown[]>(call: (...args: A) => void): (...args: A) => void {
  const latest = useRef(call);
  useEffect(() => {
    latest.current = call;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
