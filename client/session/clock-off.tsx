import Clock from 'lucide-react/icons/clock';
import { useFormat } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { MINUTE_MS } from '#domain/time.ts';
import styles from './no-contact.module.css';
import { useViewPart } from './use-household.ts';

/** A smaller error, in ms, is not told: nobody notices it, and the times shown are right. */
const TOLD_FROM_MS = 2 * MINUTE_MS;

/** "This device's clock is 47 min fast": told once the server has answered, by whose clock everything here is shown. */
export function ClockOff() {
  const { t } = useTranslation();
  const format = useFormat();
  const skew = useViewPart((view) => (view.wasOpen ? view.skew : 0)) ?? 0;
  const isFast = skew < 0;
  const by = format.duration(Math.round(Math.abs(skew) / MINUTE_MS) * MINUTE_MS);
  return (
    <p role="status" className={styles.line}>
      {Math.abs(skew) >= TOLD_FROM_MS && (
        <span className={styles.words}>
          <Clock size={16} aria-hidden="true" />
          {t(($) => (isFast ? $.common.banner.clockFast : $.common.banner.clockSlow), { by })}
        </span>
      )}
    </p>
  );
}
