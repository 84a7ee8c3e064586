import * as v from 'valibot';
import { accept, acceptUnchanged, defineCommand, refuse } from '../command.ts';
import { idSchema } from '../ids.ts';
import { PLAN_DAYS } from '../limits.ts';
import { visitorRefSchema, visitPath } from '../paths.ts';
import { DAY_MS, isoTimeSchema } from '../time.ts';
import { isOf } from '../visits/visit.ts';

const FURTHEST_MS = PLAN_DAYS * DAY_MS;

/** Sets the planned time home of an open visit, or removes it with null. It reminds, and never checks anybody out. */
export const expectHome = defineCommand({
  args: v.object({ ...visitorRefSchema.entries, visit: idSchema, at: v.nullable(isoTimeSchema) }),
  reads: ({ child, visit }) => ({ paths: [visitPath(child, visit)] }),
  decide(reading, { visit: id, at: planned, ...ref }, { actor, at }) {
    const path = visitPath(ref.child, id);
    const stored = reading.get(path);
    if (!stored || !isOf(stored, ref)) return refuse('not-found');
    const { expected, ...visit } = stored;
    if (!stored.open) return refuse('superseded');
    if (planned === (expected?.at ?? null)) return acceptUnchanged(expected?.setAt);
    if (planned === null) return accept([{ put: path, document: visit }]);
    const ahead = Date.parse(planned) - Date.parse(at);
    if (ahead <= 0) return refuse('in-the-past', 'at');
    if (ahead > FURTHEST_MS) return refuse('too-far-ahead', 'at');
    return accept([{ put: path, document: { ...visit, expected: { at: planned, by: actor, setAt: at } } }]);
  },
});
