import Clock from 'lucide-react/icons/clock';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { MINUTE_MS } from '#domain/time.ts';
import styles from './no-contact.module.css';

/** "This device's clock is 47 min fast". A file of its own because it is loaded only then. `skew`: the server's clock minus the device's, in ms. */
export function ClockWords({ skew }: { skew: number }) {
  const { t, format } = useTranslation(['rare']);
  const by = format.duration(Math.round(Math.abs(skew) / MINUTE_MS) * MINUTE_MS);
  return (
    <span className={`${styles.words} inline gap-1`}>
      <Clock size={16} aria-hidden="true" />
      <span>{t(($) => (skew < 0 ? $.wrongClock.fast : $.wrongClock.slow), { by })}</span>
    </span>
  );
}
