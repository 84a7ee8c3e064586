import * as v from 'valibot';
import {
  accept,
  acceptUnchanged,
  type Context,
  defineCommand,
  type Notice,
  type ReadDocuments,
  refuse,
} from '../command.ts';
import type { Friend, Guest, Visit } from '../documents.ts';
import { idSchema } from '../ids.ts';
import { childPath, profilePath, visitorPath, visitorRefSchema, visitPath } from '../paths.ts';
import { isoTimeSchema } from '../time.ts';
import { withoutRemoval, withRemovals } from '../visits/removals.ts';
import { isOf, isToldLately, overlap, visitLatest } from '../visits/visit.ts';
import { noticesFor, visitorSince } from '../visits/visitor.ts';

const argsSchema = v.object({
  ...visitorRefSchema.entries,
  visit: idSchema,
  /** The later end of the visit, the time that the read set lies around. */
  last: isoTimeSchema,
});

/**
 * Puts a removed visit back as it was. It is the visitor's latest change again unless something later is known; an open
 * visit is then refused as superseded, since the visitor cannot be here twice.
 */
export const restoreVisit = defineCommand({
  args: argsSchema,
  reads: ({ visit, last, ...ref }, { actor }) => ({
    paths: [visitPath(ref.child, visit), visitorPath(ref), profilePath(actor), childPath(ref.child)],
    around: { visitor: ref, at: last },
  }),
  decide(reading, { visit: id, last, ...ref }, context) {
    const path = visitPath(ref.child, id);
    const child = reading.get(childPath(ref.child));
    if (!child) return refuse('not-found');
    if (reading.get(path)) return acceptUnchanged(undefined);
    const removed = child.removedVisits?.find((one) => one.id === id)?.visit;
    if (!removed || !isOf(removed, ref) || visitLatest(removed) !== last) return refuse('not-found');
    const visitor = reading.get(visitorPath(ref));
    // Nobody could close the visit of a visitor who was deleted meanwhile.
    const visit = { ...removed, open: removed.open && visitor !== undefined };
    const present = visitor && visitorSince(visitor, id, visit);
    if (visit.open && !present) return refuse('superseded');
    const others = reading.around.map((other) => other.visit);
    const code = overlap(others, visit);
    if (code) return refuse(code);
    return accept(
      [
        { put: path, document: visit },
        { put: childPath(ref.child), document: withRemovals(child, withoutRemoval(child, id)) },
        ...(present ? [{ put: visitorPath(ref), document: present }] : []),
      ],
      visitor ? noticesAbout(reading, present ?? visitor, visit, context) : [],
    );
  },
});

/** Tells the other family again that the visitor is here, if they were told so within a day; else cancels what waits. */
function noticesAbout(
  reading: ReadDocuments,
  visitor: Friend | Guest,
  visit: Visit,
  context: Context,
): Notice[] {
  const { arrived, left, open, added } = visit;
  const told = arrived ?? left;
  if (!told || added) return [];
  const kind = open && isToldLately(told, context) ? 'corrected' : 'cancelled';
  const { status, timestamp: at = context.at } = visitor;
  return noticesFor(reading, context, visitor, { about: told.op, kind, status, at });
}
