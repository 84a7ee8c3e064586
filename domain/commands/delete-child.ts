import * as v from 'valibot';
import { accept, defineCommand, refuse } from '../command.ts';
import { idSchema } from '../ids.ts';
import { childPath } from '../paths.ts';

/** Deletes a child with its friends, guests and visits. */
export const deleteChild = defineCommand({
  args: v.object({ child: idSchema }),
  reads: ({ child }) => ({ paths: [childPath(child)] }),
  decide(reading, { child }) {
    if (!reading.get(childPath(child))) return refuse('not-found');
    return accept([{ remove: childPath(child) }]);
  },
});
