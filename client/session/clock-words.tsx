import Clock from 'lucide-react/icons/clock';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { MINUTE_MS } from '#domain/time.ts';
import styles from './offline-notice.module.css';

/** Loaded only when needed. `skew`: server clock minus device clock, in ms. */
export function ClockWords({ skew }: { skew: number }) {
  const { t, format } = useTranslation('details');
  const by = format.duration(Math.round(Math.abs(skew) / MINUTE_MS) * MINUTE_MS);
  return (
    <span className={`${styles.words} inline gap-1`}>
      <Clock size={16} aria-hidden="true" />
      <span>{t(($) => (skew < 0 ? $.wrongClock.fast : $.wrongClock.slow), { by })}</span>
    </span>
  );
}
