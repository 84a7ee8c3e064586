import { useEffect, useState } from 'react';

/** How long the server usually takes, in ms: what is answered sooner is not worth a mark that flashes by. */
export const USUAL_ANSWER = 2000;

/** Whether something has gone on for longer than `ms`. */
export function useLasting(goesOn: boolean, ms: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!goesOn) return;
    const timer = setTimeout(() => setLasting(true), ms);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [goesOn, ms]);
  return lasting;
}
