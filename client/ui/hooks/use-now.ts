import { useEffect, useState } from 'react';

const MINUTE = 60_000;

/**
 * The time in ms, renewed each minute. In: a time whose minutes are counted, so that "20 min" changes exactly when the
 * twentieth is full; left out, the minutes of the clock.
 */
export function useNow(counted = 0): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const renew = () => setNow(Date.now());
    const passed = (((now - counted) % MINUTE) + MINUTE) % MINUTE;
    const timer = setTimeout(renew, MINUTE - passed);
    // A phone that slept holds its timers back.
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [now, counted]);
  return now;
}

/** Whether less than `span` ms have passed since a time (ISO); becomes false by itself. */
export function useIsRecent(at: string | undefined, span: number): boolean {
  const left = at === undefined ? 0 : Date.parse(at) + span - Date.now();
  const [, renew] = useState(0);
  const isRecent = left > 0;
  useEffect(() => {
    if (!isRecent) return;
    const timer = setTimeout(() => renew((count) => count + 1), Math.min(left, span));
    return () => clearTimeout(timer);
  }, [isRecent, left, span]);
  return isRecent;
}
