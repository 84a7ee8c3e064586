import * as v from 'valibot';
import { accept, defineCommand, refuse } from '../command.ts';
import { birthDateSchema, nameSchema } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { childPath } from '../paths.ts';
import { isFutureDay } from '../time.ts';

/** Adds a child (specification, section 5: name and birth date are required). */
export const addChild = defineCommand({
  args: v.object({ child: idSchema, name: nameSchema, birthDate: birthDateSchema }),
  reads: ({ child }) => ({ paths: [childPath(child)] }),
  decide(reading, { child, name, birthDate }, { at, receivedAt }) {
    if (isFutureDay(birthDate, receivedAt)) return refuse('invalid-arguments', 'birthDate', 'future');
    if (reading.isTaken(childPath(child))) return refuse('id-taken');
    if (reading.sizes.children >= LIMITS.children) return refuse('too-many-children');
    return accept([{ put: childPath(child), document: { name, birthDate, createdAt: at } }]);
  },
});
