import type { Translate } from '#client/translations/translations.ts';
import type { Failure } from './run-command.ts';

/** The words of a failure that no field caused: `usual`, and the size of the household that was reached, if one was. */
export function failureMessage(t: Translate, failure: Failure, usual: string): string {
  if (failure === 'not-signed-in') return t(($) => $.common.failures.notAuthenticated);
  const reached = sizeReached(t, failure);
  return reached === undefined ? usual : `${usual}. ${reached}`;
}

/** Names the size of the household at which the rulebook refused (domain/limits.ts); undefined if it refused for another reason. */
export function sizeReached(t: Translate, failure: Failure): string | undefined {
  if (typeof failure === 'string') return undefined;
  const { code } = failure;
  return code.startsWith('too-many-') ? t(($) => $.common.refusals[code]) : undefined;
}
