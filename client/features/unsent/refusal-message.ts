import type { RefusedCommand } from '#client/data/port.ts';
import { refusalText } from '#client/forms/failure-message.ts';
import type { Translate } from '#client/translations/translations.ts';
import type { RefusalCode } from '#domain/protocol/refusal.ts';
import { type EditableName, isEditable } from './command-args.ts';

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

/** True if other values may be accepted. */
export function canEdit(refused: RefusedCommand): refused is RefusedCommand & { name: EditableName } {
  return isEditable(refused) && !FINAL.includes(refused.refusal.code);
}
