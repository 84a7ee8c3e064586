import * as v from 'valibot';
import { acceptUnchanged } from '../command.ts';
import { visitCommand } from '../visits/visit-command.ts';

/**
 * Answers that the visitor of an open visit stays the night, so that no phone asks again whether the visitor has left; with
 * `stays` false the answer is taken back. A closed visit asks nothing, so that a late answer changes nothing.
 */
export const stayNight = visitCommand({ stays: v.boolean() }, (stored, { stays }, { actor, at }) => {
  const { staysNight, ...visit } = stored;
  if (!stored.open || stays === (staysNight !== undefined)) return acceptUnchanged(staysNight?.at);
  return stays ? { ...visit, staysNight: { by: actor, at } } : visit;
});
