import { refusalText } from '#client/forms/failure-message.ts';
import type { Failure } from '#client/forms/run-command.ts';
import type { Translate } from '#client/translations/translations.ts';

/** The words of a link that could not be given, of the part `rare`: why, and that whoever got it sees nothing. */
export function notGivenMessage(t: Translate, failure: Failure): string {
  const shows = t(($) => $.links.showsNothing);
  if (typeof failure === 'string') return `${t(($) => $.common.error)}. ${shows}`;
  const { code } = failure;
  if (code === 'links-refused') return refusalText(t, code);
  if (code === 'not-found' || code === 'superseded') return `${t(($) => $.links.noVisit)} ${shows}`;
  return `${refusalText(t, code)} ${shows}`;
}
