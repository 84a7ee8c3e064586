import CloudOff from 'lucide-react/icons/cloud-off';
import { useEffect, useRef } from 'react';
import { useHouseholdIfAny, useIsLocked, useViewPart } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useBadge } from '#client/ui/hooks/use-badge.ts';
import { USUAL_REPLY_TIME, useLasting } from '#client/ui/hooks/use-lasting.ts';
import type { Id } from '#domain/ids.ts';
import styles from './header.module.css';

/** The number of commands that the server has not confirmed. Hidden for the usual reply time, unless offline. */
export function UnsentCount() {
  const { t } = useTranslation();
  const waiting = useViewPart((view) => view.waiting) ?? 0;
  const isLocked = useIsLocked();
  useGuestLog();
  useBadge(waiting);
  const isOffline = useViewPart(({ offline }) => offline);
  const isThrottled = useViewPart(({ throttled }) => throttled);
  const isMismatch = useViewPart(({ mismatch }) => mismatch !== undefined);
  const isSlow = useLasting(waiting > 0, USUAL_REPLY_TIME);
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

/** Logs each status of a guest that cannot be sent now, once: the error catalogue asks for it (specification, section 8). */
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
