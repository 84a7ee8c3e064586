import { defineCommand, refuse } from '../command.ts';
import { visitorPath, visitorRefSchema } from '../paths.ts';
import { setStatus } from '../visits/presence.ts';
import { visitorReads } from '../visits/visitor.ts';

/** Checks a visitor in since the tap. States a target, so a repeated tap changes nothing (specification, section 4). */
export const checkIn = defineCommand({
  args: visitorRefSchema,
  reads: visitorReads,
  decide(reading, ref, context) {
    const visitor = reading.get(visitorPath(ref));
    return visitor ? setStatus(reading, ref, visitor, 'in', context) : refuse('not-found');
  },
});
