import { look } from './calls.ts';
import { isOnScreen, onScreenChange } from './on-screen.ts';
import type { VisitWatch } from './visit-watch.ts';

/** A visit that stood on a screen for so long, in ms, was opened by somebody. */
const SEEN_MS = 1000;

/** Tells the server once that somebody has opened the page; a preview or a page drawn in advance does not count. */
export function markOpened(link: string, watch: VisitWatch): void {
  let isTold = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = async () => {
    isTold = true;
    const told = look(link, true).then(() => true);
    isTold = await told.catch(() => false);
  };
  const check = () => {
    const isSeen = watch.current().phase === 'shown' && isOnScreen();
    if (!isSeen) {
      clearTimeout(timer);
      timer = undefined;
    } else if (!isTold) {
      timer ??= setTimeout(() => {
        timer = undefined;
        if (!isTold) void tell();
      }, SEEN_MS);
    }
  };
  watch.subscribe(check);
  onScreenChange(check);
  check();
}
