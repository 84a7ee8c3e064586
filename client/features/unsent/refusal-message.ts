import type { TFunction } from 'i18next';
import type { RefusedCommand } from '#client/data/port.ts';

/** The words of the error catalogue (specification, section 8) for a command that the server refused. */
export function refusalMessage(t: TFunction<'app'>, { name, refusal }: RefusedCommand): string {
  if (name === 'addChild') return t(($) => $.common.failures.addChild);
  if (name === 'addGuest') return t(($) => $.common.failures.addGuest);
  // A profile's save fails with its own message.
  if (name === 'updateProfile') return t(($) => $.common.refusals[refusal.code]);
  return t(($) => $.common.error);
}
