import { putBack } from '#client/lib/put-back.ts';
import { prefetchDailyDialogs } from './daily-dialogs.ts';

/** Loaded after the first screen of a parent: its code is on none. */
export function afterFirstScreen(): void {
  putBack(document.body);
  prefetchDailyDialogs();
}
