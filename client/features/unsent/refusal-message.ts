import type { RefusedCommand } from '#client/data/port.ts';
import type { Translate } from '#client/translations/translations.ts';

/** Message of the error catalogue for a command that the server refused. */
export function refusalMessage(t: Translate, { name, refusal }: RefusedCommand): string {
  if (name === 'addChild') return t(($) => $.common.failures.addChild);
  if (name === 'addGuest') return t(($) => $.common.failures.addGuest);
  // The profile has its own message.
  if (name === 'updateProfile') return t(($) => $.common.refusals[refusal.code]);
  return t(($) => $.common.error);
}
