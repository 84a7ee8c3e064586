import type { TFunction } from 'i18next';
import { CallFailed } from '#client/data/port.ts';

/** The words for what can befall any call about an account and is no fault of the parent; a crash of ours reads as the server's. */
export function callFailure(t: TFunction<'app'>, error: unknown): string {
  const { code, retryAfter } = error instanceof CallFailed ? error : new CallFailed('internal');
  switch (code) {
    case 'offline':
      return t(($) => $.signIn.failures.offline);
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

/** A wait as whole minutes, at least one. */
function minutesOf(seconds = 60): number {
  return Math.max(1, Math.ceil(seconds / 60));
}
