import type { RefusedCommand } from '#client/data/unsent-command.ts';
import { refusalText } from '#client/forms/failure-message.ts';
import { notGivenMessage } from '#client/session/not-given-message.ts';
import type { Translate } from '#client/translations/translations.ts';
import type { RefusalCode } from '#domain/protocol/refusal.ts';
import { type EditableName, isEditable } from './command-args.ts';

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
/** Refusals that other values do not change. */
const FINAL: readonly RefusalCode[] = [
  'not-found',
  'id-taken',
  'superseded',
  'too-many-corrections',
  'in-the-past',
  'too-far-ahead',
  'links-refused',
];

/** Message of the error catalogue for a command that the server refused. */
export function refusalMessage(t: Translate, { name, refusal }: RefusedCommand): string {
  if (name === 'addChild') return t(($) => $.common.failures.addChild);
  if (name === 'addGuest') return t(($) => $.common.failures.addGuest);
  // The profile has its own message.
  if (name === 'updateProfile') return refusalText(t, refusal.code);
  return t(($) => $.common.error);
}

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

/** True if other values may be accepted. */
export function canEdit(refused: RefusedCommand): refused is RefusedCommand & { name: EditableName } {
  return isEditable(refused) && !FINAL.includes(refused.refusal.code);
}
