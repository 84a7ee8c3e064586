import { useEffect, useState } from 'react';
import { onPresentMoved, present } from '#client/lib/present.ts';

const MINUTE = 60_000;

/** The time in ms, updated at the full minutes of the clock, as the times on a screen are. */
export function useNow(): number {
  const [now, setNow] = useState(present);
  useEffect(() => {
    const update = () => setNow(present());
    const timer = setTimeout(update, MINUTE - (now % MINUTE));
    // Timers of a sleeping phone are late.
    document.addEventListener('visibilitychange', update);
    const stop = onPresentMoved(update);
    return () => {
      stop();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, [now]);
  return now;
}

/** True if less than `span` ms have passed since a time (ISO); updates by itself. */
export function useIsRecent(at: string | undefined, span: number): boolean {
  const left = at === undefined ? 0 : Date.parse(at) + span - present();
  const [, setCount] = useState(0);
  const isRecent = left > 0;
  useEffect(() => onPresentMoved(() => setCount((count) => count + 1)), []);
  useEffect(() => {
    if (!isRecent) return;
    const timer = setTimeout(() => setCount((count) => count + 1), Math.min(left, span));
    return () => clearTimeout(timer);
  }, [isRecent, left, span]);
  return isRecent;
}
