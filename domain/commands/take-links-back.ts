import * as v from 'valibot';
import { accept, acceptUnchanged, defineCommand, refuse } from '../command.ts';
import { idSchema } from '../ids.ts';
import { withoutLinks } from '../links/link-life.ts';
import { visitorRefSchema, visitPath } from '../paths.ts';
import { isOf } from '../visits/visit.ts';

/** Takes all links of a visit back: they show nothing from now on, and the answer that came through them goes too. */
export const takeLinksBack = defineCommand({
  args: v.object({ ...visitorRefSchema.entries, visit: idSchema }),
  reads: ({ child, visit }) => ({ paths: [visitPath(child, visit)] }),
  decide(reading, { visit: id, ...ref }) {
    const path = visitPath(ref.child, id);
    const visit = reading.get(path);
    if (!visit || !isOf(visit, ref)) return refuse('not-found');
    if (!visit.links && !visit.answer) return acceptUnchanged(undefined);
    return accept([{ put: path, document: withoutLinks(visit) }]);
  },
});
