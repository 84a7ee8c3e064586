import CloudOff from 'lucide-react/icons/cloud-off';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './header.module.css';
import { useViewIfAny } from './household.ts';

const USUAL_ANSWER = 2000;

/** A quiet mark while the server has not confirmed everything; a usual answer comes too soon to be worth one. */
export function WaitingMark() {
  const { t } = useTranslation();
  const view = useViewIfAny();
  const waiting = view?.waiting ?? 0;
  const isSlow = useSlow(waiting > 0);
  const shown = waiting > 0 && (isSlow || view?.offline);
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

/** Becomes true when something has gone on for long. */
function useSlow(goesOn: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!goesOn) return;
    const timer = setTimeout(() => setSlow(true), USUAL_ANSWER);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [goesOn]);
  return slow;
}
