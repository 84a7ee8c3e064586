import { useHeld } from '#client/ui/hooks/use-still.ts';
import { lazyComponent } from '#client/ui/lazy/lazy-component.tsx';
import { MINUTE_MS } from '#domain/time.ts';
import styles from './no-contact.module.css';
import { useViewPart } from './use-household.ts';

const ClockWords = lazyComponent(
  () => import('./clock-words.tsx').then(({ ClockWords: Words }) => Words),
  () => null,
);

/** A smaller error, in ms, is not told: nobody notices it, and the times shown are right. */
const TOLD_FROM_MS = 2 * MINUTE_MS;

/** Tells that the clock of the device is wrong, once the server has answered, by whose clock everything here is shown. */
export function ClockOff() {
  const skew = useViewPart((view) => (view.wasOpen ? view.skew : 0)) ?? 0;
  const isOff = useHeld(Math.abs(skew) >= TOLD_FROM_MS);
  return (
    <p role="status" className={styles.line}>
      {isOff && <ClockWords skew={skew} />}
    </p>
  );
}
