import CloudOff from 'lucide-react/icons/cloud-off';
import { useIsLocked, useViewPart } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useBadge } from '#client/ui/hooks/use-badge.ts';
import { USUAL_REPLY_TIME, useLasting } from '#client/ui/hooks/use-lasting.ts';
import styles from './header.module.css';
import { useGuestLog } from './use-guest-log.ts';

/** The number of commands that the server has not confirmed. Hidden for the usual reply time, unless offline. */
export function UnsentCount() {
  const { t } = useTranslation();
  const waiting = useViewPart((view) => view.waiting) ?? 0;
  const isLocked = useIsLocked();
  useGuestLog();
  useBadge(waiting);
  const isOffline = useViewPart(({ offline }) => offline);
  const isThrottled = useViewPart(({ throttled }) => throttled);
  const isSlow = useLasting(waiting > 0, USUAL_REPLY_TIME);
  const isVisible = waiting > 0 && (isSlow || isOffline || isLocked);
  const reason = isLocked ? 'waitingForSignIn' : isThrottled ? 'waitingForTurn' : 'waiting';
  return (
    <div role="status">
      {isVisible && (
        <span className={styles.unsent}>
          <CloudOff size={18} aria-hidden="true" />
          <span className={styles.unsentCount} aria-hidden="true">
            {waiting}
          </span>
          <span className={styles.unsentText}>{t(($) => $.common.banner[reason], { count: waiting })}</span>
        </span>
      )}
    </div>
  );
}
