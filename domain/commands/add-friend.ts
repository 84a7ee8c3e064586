import * as v from 'valibot';
import { accept, defineCommand, refuse } from '../command.ts';
import { idSchema } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { childPath, friendPath } from '../paths.ts';
import { schemasOf } from '../visitor-fields.ts';

/** Adds a friend, who starts 'out' (specification, section 5: name and parent phone are required). */
export const addFriend = defineCommand({
  args: v.object({ child: idSchema, friend: idSchema, ...schemasOf('friend') }),
  reads: ({ child, friend }) => ({ paths: [childPath(child), friendPath(child, friend)] }),
  decide(reading, { child, friend, ...fields }, { at, e164 }) {
    if (!reading.get(childPath(child))) return refuse('not-found');
    const path = friendPath(child, friend);
    if (reading.isTaken(path)) return refuse('id-taken');
    if (reading.sizes.visitors >= LIMITS.visitors) return refuse('too-many-visitors');
    const parentPhoneE164 = e164(fields.parentPhone);
    return accept([{ put: path, document: { ...fields, parentPhoneE164, createdAt: at, status: 'out' } }]);
  },
});
