import { defineCommand, refuse } from '../command.ts';
import type { Status } from '../documents.ts';
import { visitorPath, visitorRefSchema } from '../paths.ts';
import { setStatus } from '../visits/presence.ts';
import { visitorReads } from '../visits/visitor.ts';

/** Checks a visitor in or out since the tap. States a target, so a repeated tap changes nothing (specification, section 4). */
const setTo = (target: Status) =>
  defineCommand({
    args: visitorRefSchema,
    reads: visitorReads,
    decide(reading, ref, context) {
      const visitor = reading.get(visitorPath(ref));
      return visitor ? setStatus(reading, ref, visitor, target, context) : refuse('not-found');
    },
  });

export const checkIn = setTo('in');
export const checkOut = setTo('out');
