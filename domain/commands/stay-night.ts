import * as v from 'valibot';
import { accept, acceptUnchanged, defineCommand, refuse } from '../command.ts';
import { idSchema } from '../ids.ts';
import { visitorRefSchema, visitPath } from '../paths.ts';
import { isOf } from '../visits/visit.ts';

/**
 * Answers that the visitor of an open visit stays the night, so that no phone asks again whether the visitor has left; with
 * `stays` false the answer is taken back. A closed visit asks nothing, so that a late answer changes nothing.
 */
export const stayNight = defineCommand({
  args: v.object({ ...visitorRefSchema.entries, visit: idSchema, stays: v.boolean() }),
  reads: ({ child, visit }) => ({ paths: [visitPath(child, visit)] }),
  decide(reading, { visit: id, stays, ...ref }, { actor, at }) {
    const path = visitPath(ref.child, id);
    const stored = reading.get(path);
    if (!stored || !isOf(stored, ref)) return refuse('not-found');
    const { staysNight, ...visit } = stored;
    if (!stored.open || stays === (staysNight !== undefined)) return acceptUnchanged(staysNight?.at);
    const document = stays ? { ...visit, staysNight: { by: actor, at } } : visit;
    return accept([{ put: path, document }]);
  },
});
