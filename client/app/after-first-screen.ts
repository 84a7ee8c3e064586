import { putBack } from '#client/lib/put-back.ts';
import { prefetchDailyDialogs } from './daily-dialogs.ts';

/** What a parent's page needs a while after its first screen, on which its code is not. */
export function afterFirstScreen(): void {
  putBack(document.body);
  prefetchDailyDialogs();
}
