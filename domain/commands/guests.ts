import * as v from 'valibot';
import { defineCommand, edit, wasSchema } from '../command.ts';
import { idSchema } from '../ids.ts';
import { childPath, guestPath } from '../paths.ts';
import { schemasOf } from '../visitor-fields.ts';
import { addVisitor, removeVisitor, renamedIf, visitorReads } from '../visits/visitor.ts';

/**
 * Required are name and parent user id (specification, section 5). The parent user id is free text and never looked up, so it
 * does not reveal whether such a user exists.
 */
const argsSchema = v.object({ child: idSchema, guest: idSchema, ...schemasOf('guest') });

/** Adds a guest, who starts 'out' with the time of creation. */
export const addGuest = defineCommand({
  args: argsSchema,
  reads: ({ child, guest }) => ({ paths: [childPath(child), guestPath(child, guest)] }),
  decide(reading, { child, guest, ...fields }, { at }) {
    const document = { ...fields, createdAt: at, status: 'out', timestamp: at } as const;
    return addVisitor(reading, child, guestPath(child, guest), document);
  },
});

export const editGuest = defineCommand({
  args: v.object({ ...v.partial(argsSchema).entries, child: idSchema, guest: idSchema, was: wasSchema }),
  reads: ({ child, guest }) => ({ paths: [guestPath(child, guest)] }),
  decide: (reading, { child, guest, ...fields }, context) =>
    edit(reading, guestPath(child, guest), fields, (stored) => renamedIf(stored, fields.name, context)),
});

/** Deletes a guest and keeps the past visits. */
export const deleteGuest = defineCommand({
  args: v.object({ child: idSchema, guest: idSchema }),
  reads: ({ child, guest }, context) => visitorReads({ child, kind: 'guest', visitor: guest }, context),
  decide: (reading, { child, guest }) => removeVisitor(reading, { child, kind: 'guest', visitor: guest }),
});
