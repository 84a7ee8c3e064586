import type { TFunction } from 'i18next';
import { CallFailed, StorageFailed } from '#client/data/port.ts';

/** The words for a log-in or registration that failed (specification, section 8), whatever was thrown. */
export function failureMessage(t: TFunction<'app'>, error: unknown, form: 'logIn' | 'register'): string {
  if (error instanceof StorageFailed) return t(($) => $.signIn.failures.notStored);
  switch (error instanceof CallFailed ? error.code : 'internal') {
    case 'email-taken':
      return t(($) => $.signIn.failures.emailTaken);
    case 'weak-password':
      return t(($) => $.signIn.failures.weakPassword);
    case 'invalid-credentials':
      return t(($) => $.signIn.failures.invalidCredentials);
    case 'offline':
      return t(($) => $.signIn.failures.offline);
    case 'too-many-requests':
      return t(($) => $.signIn.failures.tooMany);
    case 'page-too-old':
    case 'page-too-new':
      return t(($) => $.signIn.failures.pageTooOld);
    case 'internal':
    case 'unavailable':
      return t(($) => $.signIn.failures.unavailable);
    default:
      return form === 'logIn' ? t(($) => $.signIn.failures.signIn) : t(($) => $.signIn.failures.register);
  }
}
