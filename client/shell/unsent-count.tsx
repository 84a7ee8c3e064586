import CloudOff from 'lucide-react/icons/cloud-off';
import { useEffect, useRef } from 'react';
import { useHouseholdIfAny, useIsLocked, useViewPart } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { USUAL_REPLY_TIME, useTrueFor } from '#client/ui/hooks/use-now.ts';
import type { Id } from '#domain/ids.ts';
import styles from './header.module.css';

/** Hidden for the usual reply time, unless offline or locked. */
export function UnsentCount() {
  const { t } = useTranslation();
  const waiting = useViewPart((view) => view.waiting) ?? 0;
  const isLocked = useIsLocked();
  useGuestLog();
  useBadge(waiting);
  const isOffline = useViewPart(({ offline }) => offline);
  const isThrottled = useViewPart(({ throttled }) => throttled);
  const isMismatch = useViewPart(({ mismatch }) => mismatch !== undefined);
  const isSlow = useTrueFor(waiting > 0, USUAL_REPLY_TIME);
  const isVisible = waiting > 0 && (isSlow || isOffline || isLocked);
  const other = isThrottled ? 'waitingForTurn' : isMismatch ? 'waitingForUpdate' : 'waiting';
  const reason = isLocked ? 'waitingForSignIn' : other;
  return (
    <div role="status">
      {isVisible && (
        <span className={`${styles.unsent} inline gap-1 small strong notice`}>
          <CloudOff size={18} aria-hidden="true" />
          <span className={styles.unsentCount} aria-hidden="true">
            {waiting}
          </span>
          <span className={`${styles.unsentText} visually-hidden`}>
            {t(($) => $.common.banner[reason], { count: waiting })}
          </span>
        </span>
      )}
    </div>
  );
}

/** Once each, as the error catalogue demands (specification, section 8). */
function useGuestLog(): void {
  const household = useHouseholdIfAny();
  const waiting = useViewPart((view) => view.waiting) ?? 0;
  const isOffline = useViewPart(({ offline }) => offline) ?? false;
  const logged = useRef(new Set<Id>());
  useEffect(() => {
    if (waiting === 0 || !isOffline || !household) return;
    for (const { op, name, args, refusal } of household.unsent()) {
      const isStatus = name === 'checkIn' || name === 'checkOut';
      if (!isStatus || refusal || Object(args).kind !== 'guest' || logged.current.has(op)) continue;
      logged.current.add(op);
      console.error('The status of a guest was not sent: no contact with the server');
    }
  }, [household, waiting, isOffline]);
}

/** In ms: changes confirmed at once need no badge. */
const BADGE_DELAY = 1000;

/** On the installed app's icon, where the browser supports it. */
function useBadge(waiting: number): void {
  useEffect(() => {
    const timer = setTimeout(() => setBadge(waiting), BADGE_DELAY);
    return () => clearTimeout(timer);
  }, [waiting]);
  useEffect(() => () => setBadge(0), []);
}

function setBadge(count: number): void {
  const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  shown?.catch(() => undefined);
}
