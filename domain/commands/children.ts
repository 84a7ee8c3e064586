import * as v from 'valibot';
import { accept, defineCommand, edit, refuse, wasSchema } from '../command.ts';
import { birthDateSchema, nameSchema } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { childPath } from '../paths.ts';
import { isFutureDay } from '../time.ts';

/** Required are name and birth date (specification, section 5). */
const argsSchema = v.object({ child: idSchema, name: nameSchema, birthDate: birthDateSchema });

const reads = ({ child }: { child: string }) => ({ paths: [childPath(child)] });

export const addChild = defineCommand({
  args: argsSchema,
  reads,
  decide(reading, { child, name, birthDate }, { at, receivedAt }) {
    if (isFutureDay(birthDate, receivedAt)) return refuse('invalid-arguments', 'birthDate', 'future');
    if (reading.isTaken(childPath(child))) return refuse('id-taken');
    if (reading.sizes.children >= LIMITS.children) return refuse('too-many-children');
    return accept([{ put: childPath(child), document: { name, birthDate, createdAt: at } }]);
  },
});

export const editChild = defineCommand({
  args: v.object({ ...v.partial(argsSchema).entries, child: idSchema, was: wasSchema }),
  reads,
  decide(reading, { child, ...fields }, { receivedAt }) {
    if (fields.birthDate !== undefined && isFutureDay(fields.birthDate, receivedAt))
      return refuse('invalid-arguments', 'birthDate', 'future');
    return edit(reading, childPath(child), fields);
  },
});

/** Deletes a child with its friends, guests and visits. */
export const deleteChild = defineCommand({
  args: v.object({ child: idSchema }),
  reads,
  decide(reading, { child }) {
    return reading.get(childPath(child)) ? accept([{ remove: childPath(child) }]) : refuse('not-found');
  },
});
