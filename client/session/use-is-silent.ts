import { useEffect, useState } from 'react';
import { present } from '#client/lib/present.ts';
import { useViewPart } from './use-household.ts';

/** The silence of the server that is reported, in ms: longer than a heartbeat or a poll takes. */
const SILENCE_MS = 30_000;

/**
 * True if the server has been silent for 30 s. `lastHeard` is in ms by the server's clock. A page that was hidden did not
 * listen: then the attempt to reach the server decides, or 30 s of silence from now on.
 */
export function useIsSilent(lastHeard: number | undefined): boolean {
  const isOffline = useViewPart(({ offline }) => offline) ?? false;
  const [awakeSince, setAwakeSince] = useState(present);
  // The server has corrected the present to an earlier time.
  if (awakeSince > present()) setAwakeSince(present());
  useEffect(() => {
    const wake = () => document.visibilityState === 'visible' && setAwakeSince(present());
    document.addEventListener('visibilitychange', wake);
    return () => document.removeEventListener('visibilitychange', wake);
  }, []);
  const silentAt = silentFrom(lastHeard, isOffline, awakeSince);
  // The moment that has come, not the time at which it came: the server may correct the present to an earlier time.
  const [reached, setReached] = useState(() => (present() >= silentAt ? silentAt : undefined));
  useEffect(() => {
    const timer = setTimeout(setReached, Math.max(0, silentAt - present()) + 50, silentAt);
    return () => clearTimeout(timer);
  }, [silentAt]);
  return lastHeard !== undefined && (reached === silentAt || awakeSince >= silentAt);
}

/** The time from which the server counts as silent, in ms. */
export function silentFrom(lastHeard = 0, isOffline: boolean, awakeSince: number): number {
  return (isOffline ? lastHeard : Math.max(lastHeard, awakeSince)) + SILENCE_MS;
}
