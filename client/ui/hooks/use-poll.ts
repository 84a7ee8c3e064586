import { useEffect } from 'react';

/** The interval, in ms. */
const POLL_MS = 5000;

/** Looks again and again while the page is visible, and as it becomes visible. */
export function usePoll(isOn: boolean, look: () => Promise<void>): void {
  useEffect(() => {
    if (!isOn) return;
    const again = () => document.visibilityState === 'visible' && void look();
    const timer = setInterval(again, POLL_MS);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, [isOn, look]);
}
