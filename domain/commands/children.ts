import * as v from 'valibot';
import { accept, defineCommand, edit, refuse, wasSchema } from '../command.ts';
import { birthDateSchema, nameSchema } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { childPath } from '../paths.ts';
import { isFutureDay } from '../time.ts';

/** Required: name and birth date (specification, section 5). */
const argsSchema = v.object({ child: idSchema, name: nameSchema, birthDate: birthDateSchema });

const reads = ({ child }: { child: string }) => ({ paths: [childPath(child)] });

const addChild = defineCommand({
  args: argsSchema,
  reads,
  decide(documents, { child, name, birthDate }, { at, receivedAt }) {
    if (isFutureDay(birthDate, receivedAt)) return refuse('invalid-arguments', 'birthDate', 'future');
    if (documents.everExisted(childPath(child))) return refuse('id-taken');
    if (documents.sizes.children >= LIMITS.children) return refuse('too-many-children');
    return accept([{ put: childPath(child), document: { name, birthDate, createdAt: at } }]);
  },
});

const editChild = defineCommand({
  args: v.object({ ...v.partial(argsSchema).entries, child: idSchema, was: wasSchema }),
  reads,
  decide(documents, { child, ...fields }, { receivedAt }) {
    if (fields.birthDate !== undefined && isFutureDay(fields.birthDate, receivedAt))
      return refuse('invalid-arguments', 'birthDate', 'future');
    return edit(documents, childPath(child), fields);
  },
});

/** Removing the path removes everything below it. */
const deleteChild = defineCommand({
  args: v.object({ child: idSchema }),
  reads,
  decide(documents, { child }) {
    return documents.get(childPath(child)) ? accept([{ remove: childPath(child) }]) : refuse('not-found');
  },
});

export const childCommands = { addChild, editChild, deleteChild } as const;
