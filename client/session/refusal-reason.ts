import type { RefusedCommand } from '#client/data/port.ts';
import { refusalText } from '#client/forms/failure-message.ts';
import type { Failure } from '#client/forms/run-command.ts';
import type { Translate } from '#client/translations/translations.ts';
import type { RefusalCode } from '#domain/protocol/refusal.ts';

/** Refusals after which the same command may be accepted later. */
const PASSING: readonly RefusalCode[] = [
  'unknown-command',
  'changed-meanwhile',
  'visit-open',
  'in-the-future',
  'overlaps',
  'out-of-order',
  'failed',
  'too-many-children',
  'too-many-visitors',
  'too-many-open-visits',
  'link-limit',
];
/** Says why the server refused, with the name of the person who is gone. */
export function refusalReason(t: Translate, { name: command, refusal, people }: RefusedCommand): string {
  if (command === 'giveLink') return notGivenMessage(t, refusal);
  const { code } = refusal;
  const name = people?.person ?? people?.child;
  if (code === 'not-found' && name !== undefined) return t(($) => $.refused.gone, { name });
  return refusalText(t, code);
}

export function canRetry({ refusal: { code } }: RefusedCommand): boolean {
  return PASSING.includes(code);
}

/** The words of a link that could not be given, of the part `rare`: why, and that whoever got it sees nothing. */
export function notGivenMessage(t: Translate, failure: Failure): string {
  const shows = t(($) => $.links.showsNothing);
  if (typeof failure === 'string') return `${t(($) => $.common.error)}. ${shows}`;
  const { code } = failure;
  if (code === 'links-refused') return refusalText(t, code);
  if (code === 'not-found' || code === 'superseded') return `${t(($) => $.links.noVisit)} ${shows}`;
  return `${refusalText(t, code)} ${shows}`;
}
