import * as v from 'valibot';
import { defineCommand, edit, wasSchema } from '../command.ts';
import { idSchema } from '../ids.ts';
import { childPath, friendPath } from '../paths.ts';
import { schemasOf } from '../visitor-fields.ts';
import { addVisitor, removeVisitor, renamedIf, visitorReads } from '../visits/visitor.ts';

/** Required are name and parent phone (specification, section 5). */
const argsSchema = v.object({ child: idSchema, friend: idSchema, ...schemasOf('friend') });

/** Adds a friend, who starts 'out'. */
export const addFriend = defineCommand({
  args: argsSchema,
  reads: ({ child, friend }) => ({ paths: [childPath(child), friendPath(child, friend)] }),
  decide(reading, { child, friend, ...fields }, { at, e164 }) {
    const parentPhoneE164 = e164(fields.parentPhone);
    const document = { ...fields, parentPhoneE164, createdAt: at, status: 'out' } as const;
    return addVisitor(reading, child, friendPath(child, friend), document);
  },
});

export const editFriend = defineCommand({
  args: v.object({ ...v.partial(argsSchema).entries, child: idSchema, friend: idSchema, was: wasSchema }),
  reads: ({ child, friend }) => ({ paths: [friendPath(child, friend)] }),
  decide: (reading, { child, friend, ...fields }, context) =>
    edit(reading, friendPath(child, friend), fields, (stored) => ({
      ...renamedIf(stored, fields.name, context),
      ...(fields.parentPhone !== undefined && { parentPhoneE164: context.e164(fields.parentPhone) }),
    })),
});

/** Deletes a friend and keeps the past visits. */
export const deleteFriend = defineCommand({
  args: v.object({ child: idSchema, friend: idSchema }),
  reads: ({ child, friend }, context) => visitorReads({ child, kind: 'friend', visitor: friend }, context),
  decide: (reading, { child, friend }) => removeVisitor(reading, { child, kind: 'friend', visitor: friend }),
});
