import type { Translate } from '#client/translations/translations.ts';
import type { RefusalCode } from '#domain/protocol/refusal.ts';
import type { Failure } from './run-command.ts';

/** The words of a failure that no field caused: `usual`, and the size of the household that was reached, if one was. */
export function failureMessage(t: Translate, failure: Failure, usual = usualText(t, failure)): string {
  if (failure === 'not-signed-in') return t(($) => $.common.failures.notAuthenticated);
  const reached = sizeReached(t, failure);
  return reached === undefined ? usual : `${usual}. ${reached}`;
}

/** The same with the reason of every refusal. Its texts are of the part `rare`. */
export function failureWithReason(t: Translate, failure: Failure, usual = usualText(t, failure)): string {
  if (typeof failure === 'string') return failureMessage(t, failure, usual);
  return `${usual}. ${refusalText(t, failure.code)}`;
}

function usualText(t: Translate, failure: Failure): string {
  return t(($) => (failure === 'not-stored' ? $.people.statusNotSaved : $.common.error));
}

/** Names the size of the household at which the rulebook refused (domain/limits.ts); undefined if it refused for another reason. */
export function sizeReached(t: Translate, failure: Failure): string | undefined {
  if (typeof failure === 'string') return undefined;
  const { code } = failure;
  return isSize(code) ? t(($) => $.common.sizes[code]) : undefined;
}

/** Words why the rulebook refused; but for a size the texts are of the part `rare`. */
export function refusalText(t: Translate, code: RefusalCode): string {
  return isSize(code) ? t(($) => $.common.sizes[code]) : t(($) => $.refusals[code]);
}

const SIZES = ['too-many-children', 'too-many-visitors', 'too-many-open-visits'] as const;
type Size = (typeof SIZES)[number];

function isSize(code: RefusalCode): code is Size {
  return SIZES.some((size) => size === code);
}
