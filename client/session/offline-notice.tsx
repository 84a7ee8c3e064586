import CloudOff from 'lucide-react/icons/cloud-off';
import { useEffect, useState } from 'react';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { onVisible } from '#client/lib/when-online.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useFrozenValue } from '#client/ui/hooks/use-frozen.ts';
import { useHasPassed } from '#client/ui/hooks/use-now.ts';
import { lazyComponent, noMessage } from '#client/ui/lazy/lazy-component.tsx';
import { MINUTE_MS } from '#domain/time.ts';
import styles from './offline-notice.module.css';
import { useViewPart } from './use-household.ts';

/** "No contact since 17:22": other phones' taps may be missing here. */
export function OfflineNotice() {
  const { t, format } = useTranslation();
  const lastHeard = useViewPart((view) => view.lastHeard);
  // A server of another version does answer; a banner says so.
  const isMismatch = useViewPart((view) => view.mismatch !== undefined);
  const isSilent = useFrozenValue(useIsSilent(lastHeard) && !isMismatch);
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

/** In ms; longer than a heartbeat or a poll takes. */
const SILENCE_MS = 30_000;

/**
 * `lastHeard`: in ms by the server's clock. A hidden page did not listen: a failed attempt decides, or 30 s
 * of silence since it became visible.
 */
export function useIsSilent(lastHeard: number | undefined): boolean {
  const isOffline = useViewPart(({ offline }) => offline) ?? false;
  const [awakeSince, setAwakeSince] = useState(correctedNow);
  // The server has moved the current time back.
  if (awakeSince > correctedNow()) setAwakeSince(correctedNow());
  useEffect(() => onVisible(() => setAwakeSince(correctedNow())), []);
  const silentAt = silentFrom(lastHeard, isOffline, awakeSince);
  return useHasPassed(silentAt) && lastHeard !== undefined;
}

/** In ms, by the server's clock. */
export function silentFrom(lastHeard = 0, isOffline: boolean, awakeSince: number): number {
  return (isOffline ? lastHeard : Math.max(lastHeard, awakeSince)) + SILENCE_MS;
}

const ClockWords = lazyComponent(() => import('./clock-words.tsx'), 'ClockWords', noMessage);

/** In ms; smaller errors go unnoticed, and the times shown are right. */
const SHOWN_FROM_MS = 2 * MINUTE_MS;

/** All times are shown by the server's clock, once it has answered. */
export function ClockSkewNotice() {
  const skew = useViewPart((view) => (view.sessionConfirmed ? view.skew : 0)) ?? 0;
  const isOff = useFrozenValue(Math.abs(skew) >= SHOWN_FROM_MS);
  return (
    <p role="status" className={`${styles.line} muted small`}>
      {isOff && <ClockWords skew={skew} />}
    </p>
  );
}
