import * as v from 'valibot';
import { defineCommand } from '../command.ts';
import { idSchema } from '../ids.ts';
import { removeVisitor, visitorReads } from '../visits/visitor.ts';

/** Deletes a friend and keeps the past visits. */
export const deleteFriend = defineCommand({
  args: v.object({ child: idSchema, friend: idSchema }),
  reads: ({ child, friend }, context) => visitorReads({ child, kind: 'friend', visitor: friend }, context),
  decide: (reading, { child, friend }) => removeVisitor(reading, { child, kind: 'friend', visitor: friend }),
});
