import * as v from 'valibot';
import {
  accept,
  type Context,
  type Decision,
  defineCommand,
  type ReadDocuments,
  refuse,
  type Write,
} from '../command.ts';
import type { Friend, Guest, Moment, Visit } from '../documents.ts';
import { type Id, idSchema } from '../ids.ts';
import { profilePath, type VisitorRef, visitorPath, visitorRefSchema, visitPath } from '../paths.ts';
import { withoutTrip } from '../trips/trip.ts';
import { overlap } from '../visits/visit.ts';
import { noticesFor, visitorBefore } from '../visits/visitor.ts';

const argsSchema = v.object({
  ...visitorRefSchema.entries,
  /** The visit that the tap wrote, and the tap's op. */
  visit: idSchema,
  undoes: idSchema,
  /** The visit of the change before, part of the read set. */
  previous: v.optional(idSchema),
});

export const undo = defineCommand({
  args: argsSchema,
  reads({ visit, previous, ...ref }, { actor, at }) {
    const visits = [visit, ...(previous === undefined ? [] : [previous])].map((id) =>
      visitPath(ref.child, id),
    );
    return {
      paths: [visitorPath(ref), profilePath(actor), ...visits],
      visitsNear: { visitor: ref, at },
    };
  },
  decide(documents, { visit: id, undoes, previous, ...ref }, context) {
    const visitor = documents.get(visitorPath(ref));
    const visit = documents.get(visitPath(ref.child, id));
    if (!visitor) return refuse('not-found');
    const isLatest = visitor.latest?.op === undoes && visitor.latest.visit === id;
    if (!visit || !isLatest || visit.previous?.visit !== previous) return refuse('superseded');
    if (id !== undoes && visit.arrived)
      return reopen(documents, ref, visitor, { id, visit, arrived: visit.arrived }, context);
    return takeBack(documents, ref, visitor, { id, visit }, context);
  },
});

/** Undoes a departure, unless a later visit is known. */
function reopen(
  documents: ReadDocuments,
  ref: VisitorRef,
  visitor: Friend | Guest,
  { id, visit, arrived }: { id: Id; visit: Visit; arrived: Moment },
  context: Context,
): Decision {
  const { left: _undone, ...rest } = withoutTrip(visit);
  const corrections = visit.corrections.filter(({ end }) => end !== 'left');
  const latest = { op: arrived.op, device: arrived.device, visit: id };
  const restored: Friend | Guest = { ...visitor, status: 'in', timestamp: arrived.at, openVisit: id, latest };
  const document = { ...rest, open: true, corrections };
  const path = visitPath(ref.child, id);
  // A visit was added, restored or moved behind this one: the visitor cannot have been here since.
  const others = documents.nearbyVisits.filter((other) => other.path !== path).map((other) => other.visit);
  if (overlap(others, document)) return refuse('superseded');
  const put = { put: path, document };
  return restore(documents, ref, visitor, restored, put, context);
}

function takeBack(
  documents: ReadDocuments,
  ref: VisitorRef,
  visitor: Friend | Guest,
  { id, visit }: { id: Id; visit: Visit },
  context: Context,
): Decision {
  const path = visitPath(ref.child, id);
  const restored = visitorBefore(documents, ref, visitor, { path, visit });
  // Another tap recorded a late arrival: keep it, with an unknown departure.
  const { left: _gone, previous: _mark, ...late } = withoutTrip(visit);
  const keepsArrival = visit.arrived !== undefined && visit.arrived.op !== id;
  const write: Write = keepsArrival ? { put: path, document: { ...late, open: false } } : { remove: path };
  return restore(documents, ref, visitor, restored, write, context);
}

function restore(
  documents: ReadDocuments,
  ref: VisitorRef,
  visitor: Friend | Guest,
  restored: Friend | Guest,
  visitWrite: Write,
  context: Context,
): Decision {
  const about = visitor.latest?.op ?? context.op;
  const notice = {
    about,
    kind: 'taken-back',
    status: restored.status,
    at: restored.timestamp ?? context.at,
  } as const;
  return accept(
    [visitWrite, { put: visitorPath(ref), document: restored }],
    noticesFor(documents, context, visitor, notice),
  );
}
