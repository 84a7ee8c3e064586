import CloudOff from 'lucide-react/icons/cloud-off';
import { useTranslation } from 'react-i18next';
import { useViewPart } from '#client/session/use-household.ts';
import { USUAL_REPLY_TIME, useLasting } from '#client/ui/hooks/use-lasting.ts';
import styles from './header.module.css';

/** A quiet mark while the server has not confirmed everything; a usual answer comes too soon to be worth one. */
export function UnsentCount() {
  const { t } = useTranslation();
  const waiting = useViewPart((view) => view.waiting) ?? 0;
  const isOffline = useViewPart(({ offline }) => offline);
  const isSlow = useLasting(waiting > 0, USUAL_REPLY_TIME);
  const shown = waiting > 0 && (isSlow || isOffline);
  return (
    <div role="status">
      {shown && (
        <span className={styles.waiting}>
          <CloudOff size={18} aria-hidden="true" />
          <span className={styles.waitingCount} aria-hidden="true">
            {waiting}
          </span>
          <span className={styles.waitingWords}>{t(($) => $.common.banner.waiting, { count: waiting })}</span>
        </span>
      )}
    </div>
  );
}
