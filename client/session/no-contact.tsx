import CloudOff from 'lucide-react/icons/cloud-off';
import { useEffect, useState } from 'react';
import { present } from '#client/lib/present.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useHeld } from '#client/ui/hooks/use-still.ts';
import { lazyComponent } from '#client/ui/lazy/lazy-component.tsx';
import { MINUTE_MS } from '#domain/time.ts';
import styles from './no-contact.module.css';
import { useViewPart } from './use-household.ts';

/** "No contact since 17:22": the server has been silent for 30 s, so that other phones' taps may be missing here. */
export function NoContact() {
  const { t, format } = useTranslation();
  const lastHeard = useViewPart((view) => view.lastHeard);
  // A server of another version answers, and a banner says so.
  const isMismatch = useViewPart((view) => view.mismatch !== undefined);
  const isSilent = useHeld(useIsSilent(lastHeard) && !isMismatch);
  return (
    <p role="status" className={`${styles.line} muted small`}>
      {isSilent && lastHeard !== undefined && (
        <span className={`${styles.words} inline gap-1`}>
          <CloudOff size={16} aria-hidden="true" />
          <span>{t(($) => $.common.banner.noContact, { time: format.sinceTime(lastHeard) })}</span>
        </span>
      )}
    </p>
  );
}

/** The silence of the server that is reported, in ms: longer than a heartbeat or a poll takes. */
const SILENCE_MS = 30_000;

/**
 * True if the server has been silent for 30 s. `lastHeard` is in ms by the server's clock. A page that was hidden did not
 * listen: then the attempt to reach the server decides, or 30 s of silence from now on.
 */
function useIsSilent(lastHeard: number | undefined): boolean {
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

const ClockWords = lazyComponent(
  () => import('./clock-words.tsx'),
  'ClockWords',
  () => null,
);

/** A smaller error, in ms, is not told: nobody notices it, and the times shown are right. */
const TOLD_FROM_MS = 2 * MINUTE_MS;

/** Tells that the clock of the device is wrong, once the server has answered, by whose clock everything here is shown. */
export function ClockOff() {
  const skew = useViewPart((view) => (view.wasOpen ? view.skew : 0)) ?? 0;
  const isOff = useHeld(Math.abs(skew) >= TOLD_FROM_MS);
  return (
    <p role="status" className={`${styles.line} muted small`}>
      {isOff && <ClockWords skew={skew} />}
    </p>
  );
}
