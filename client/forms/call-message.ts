import { CallFailed } from '#client/data/errors.ts';
import type { Translate } from '#client/translations/translations.ts';

/** Returns the message of an error that any account call may meet; an unexpected error reads as the server's fault. */
export function callMessage(t: Translate, error: unknown): string {
  const { code, retryAfter, reason } = error instanceof CallFailed ? error : new CallFailed('internal');
  switch (code) {
    case 'offline':
      if (reason === 'intercepted') return t(($) => $.signIn.failures.intercepted);
      return t(($) => $.signIn.failures[reason === 'gateway' ? 'unavailable' : 'offline']);
    case 'too-many-requests':
      return t(($) => $.signIn.failures.tooMany, { count: minutesOf(retryAfter) });
    case 'not-signed-in':
    case 'other-household':
    case 'account-gone':
      return t(($) => $.common.failures.notAuthenticated);
    case 'page-too-old':
    case 'page-too-new':
      return t(($) => $.signIn.failures.pageTooOld);
    default:
      return t(($) => $.signIn.failures.unavailable);
  }
}

/** Rounds up to whole minutes, at least one. */
function minutesOf(seconds = 60): number {
  return Math.max(1, Math.ceil(seconds / 60));
}
