import { useEffect, useState } from 'react';
import { correctedNow, dueTimer } from '#client/lib/corrected-now.ts';

const MINUTE = 60_000;

const nextMinute = () => [correctedNow() + MINUTE - (correctedNow() % MINUTE)];

/** In ms; updates at full minutes, as displayed times do. */
export function useNow(): number {
  const [now, setNow] = useState(correctedNow);
  useEffect(() => dueTimer(nextMinute, () => setNow(correctedNow())).stop, []);
  return now;
}

/** Less than `span` ms since `at` (ISO); updates by itself. */
export function useIsRecent(at: string | undefined, span: number): boolean {
  return !useHasPassed(at === undefined ? undefined : Date.parse(at) + span);
}

/** `time` in ms; undefined has passed. */
export function useHasPassed(time = 0): boolean {
  const [, setCount] = useState(0);
  useEffect(() => {
    if (time === 0) return undefined;
    return dueTimer(
      () => [time],
      () => setCount((count) => count + 1),
    ).stop;
  }, [time]);
  return time <= correctedNow();
}

/** In ms: indicators appear only for slower replies. */
export const USUAL_REPLY_TIME = 2000;

export function useTrueFor(isOngoing: boolean, ms: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!isOngoing) return;
    const timer = setTimeout(() => setLasting(true), ms);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [isOngoing, ms]);
  return lasting;
}
