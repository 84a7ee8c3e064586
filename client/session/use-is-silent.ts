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
  const [now, setNow] = useState(present);
  useEffect(() => {
    const wake = () => document.visibilityState === 'visible' && setAwakeSince(present());
    document.addEventListener('visibilitychange', wake);
    return () => document.removeEventListener('visibilitychange', wake);
  }, []);
  const silentAt = silentFrom(lastHeard, isOffline, awakeSince);
  useEffect(() => {
    const timer = setTimeout(() => setNow(present()), Math.max(0, silentAt - present()) + 50);
    return () => clearTimeout(timer);
  }, [silentAt]);
  return lastHeard !== undefined && Math.max(now, awakeSince) >= silentAt;
}

/** The time from which the server counts as silent, in ms. */
export function silentFrom(lastHeard = 0, isOffline: boolean, awakeSince: number): number {
  return (isOffline ? lastHeard : Math.max(lastHeard, awakeSince)) + SILENCE_MS;
}
