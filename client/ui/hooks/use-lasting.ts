import { useEffect, useState } from 'react';

/** The usual reply time of the server, in ms: indicators appear only for slower replies. */
export const USUAL_REPLY_TIME = 2000;

/** True if `isOngoing` has been true for longer than `ms`. */
export function useLasting(isOngoing: boolean, ms: number): boolean {
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
