import * as v from 'valibot';
import { accept, defineCommand, refuse } from '../command.ts';
import { idSchema } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { childPath, guestPath } from '../paths.ts';
import { schemasOf } from '../visitor-fields.ts';

/**
 * Adds a guest, who starts 'out' with the time of creation (specification, section 5: name and parent user id are
 * required). The parent user id is free text and never looked up, so it does not reveal whether such a user exists.
 */
export const addGuest = defineCommand({
  args: v.object({ child: idSchema, guest: idSchema, ...schemasOf('guest') }),
  reads: ({ child, guest }) => ({ paths: [childPath(child), guestPath(child, guest)] }),
  decide(reading, { child, guest, ...fields }, { at }) {
    if (!reading.get(childPath(child))) return refuse('not-found');
    const path = guestPath(child, guest);
    if (reading.isTaken(path)) return refuse('id-taken');
    if (reading.sizes.visitors >= LIMITS.visitors) return refuse('too-many-visitors');
    return accept([{ put: path, document: { ...fields, createdAt: at, status: 'out', timestamp: at } }]);
  },
});
