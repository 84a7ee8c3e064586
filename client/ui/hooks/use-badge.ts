import { useEffect } from 'react';

/** The delay in ms: a change that the server confirms at once is no news. */
const DELAY = 1000;

/** Shows the number of changes that wait on the installed app's icon, where the browser can. */
export function useBadge(waiting: number): void {
  useEffect(() => {
    const timer = setTimeout(() => setBadge(waiting), DELAY);
    return () => clearTimeout(timer);
  }, [waiting]);
  useEffect(() => () => setBadge(0), []);
}

function setBadge(count: number): void {
  const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  shown?.catch(() => undefined);
}
