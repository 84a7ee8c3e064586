import * as v from 'valibot';
import { defineCommand } from '../command.ts';
import { idSchema } from '../ids.ts';
import { removeVisitor, visitorReads } from '../visits/stays.ts';

/** Deletes a guest and keeps the past visits (design, section 3). */
export const deleteGuest = defineCommand({
  args: v.object({ child: idSchema, guest: idSchema }),
  reads: ({ child, guest }, context) => visitorReads({ child, kind: 'guest', visitor: guest }, context),
  decide: (reading, { child, guest }) => removeVisitor(reading, { child, kind: 'guest', visitor: guest }),
});
