import * as v from 'valibot';
import { defineCommand } from '../command.ts';
import { idSchema } from '../ids.ts';
import { removeVisitor, visitorReads } from '../visits/visitor.ts';

/** Deletes a guest and keeps the past visits. */
export const deleteGuest = defineCommand({
  args: v.object({ child: idSchema, guest: idSchema }),
  reads: ({ child, guest }, context) => visitorReads({ child, kind: 'guest', visitor: guest }, context),
  decide: (reading, { child, guest }) => removeVisitor(reading, { child, kind: 'guest', visitor: guest }),
});
