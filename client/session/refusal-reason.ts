import type { RefusedCommand } from '#client/data/port.ts';
import { refusalText } from '#client/forms/failure-message.ts';
import type { Translate } from '#client/translations/translations.ts';
import type { RefusalCode } from '#domain/protocol/refusal.ts';
import { notGivenMessage } from './not-given-message.ts';

/** Refusals after which the same command may be accepted later. */
const PASSING: readonly RefusalCode[] = [
  'unknown-command',
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
