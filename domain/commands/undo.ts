import * as v from 'valibot';
import {
  accept,
  type Context,
  type Decision,
  defineCommand,
  type Reading,
  refuse,
  type Write,
} from '../command.ts';
import type { ChangeMark, Friend, Guest, Moment, Visit } from '../documents.ts';
import { type Id, idSchema } from '../ids.ts';
import { profilePath, type VisitorRef, visitorPath, visitorRefSchema, visitPath } from '../paths.ts';
import { noticesFor } from '../visits/stays.ts';

const argsSchema = v.object({
  ...visitorRefSchema.entries,
  /** The visit that the tap wrote, and the op of the tap. */
  visit: idSchema,
  undoes: idSchema,
  /** The visit of the change before (the visit's `previous`), so that it can be read in the same query. */
  previous: v.optional(idSchema),
});

/** Takes a tap back, if it is still the visitor's latest change, and restores what stood before (design, section 4). */
export const undo = defineCommand({
  args: argsSchema,
  reads({ visit, previous, ...ref }, { actor }) {
    const visits = [visit, ...(previous === undefined ? [] : [previous])].map((id) =>
      visitPath(ref.child, id),
    );
    return { paths: [visitorPath(ref), profilePath(actor), ...visits] };
  },
  decide(reading, { visit: id, undoes, previous, ...ref }, context) {
    const visitor = reading.get(visitorPath(ref));
    const visit = reading.get(visitPath(ref.child, id));
    if (!visitor) return refuse('not-found');
    const isLatest = visitor.latest?.op === undoes && visitor.latest.visit === id;
    if (!visit || !isLatest || visit.previous?.visit !== previous) return refuse('superseded');
    if (id !== undoes && visit.arrived)
      return reopen(reading, ref, visitor, { id, visit, arrived: visit.arrived }, context);
    return takeBack(reading, ref, visitor, { id, visit }, context);
  },
});

/** The departure that closed a stay is taken back: the visitor is in again, since the arrival. */
function reopen(
  reading: Reading,
  ref: VisitorRef,
  visitor: Friend | Guest,
  { id, visit, arrived }: { id: Id; visit: Visit; arrived: Moment },
  context: Context,
): Decision {
  const { left: _undone, ...stay } = visit;
  const latest = { op: arrived.op, device: arrived.device, visit: id };
  const restored: Friend | Guest = { ...visitor, status: 'in', timestamp: arrived.at, openVisit: id, latest };
  const put = { put: visitPath(ref.child, id), document: { ...stay, open: true } };
  return restore(reading, ref, visitor, restored, put, context);
}

/** The tap that began the visit is taken back: the visitor is out, as after the change before. */
function takeBack(
  reading: Reading,
  ref: VisitorRef,
  visitor: Friend | Guest,
  { id, visit }: { id: Id; visit: Visit },
  context: Context,
): Decision {
  const path = visitPath(ref.child, id);
  const { openVisit: _closed, latest: _undone, timestamp: _then, ...rest } = visitor;
  const before = timeOf(reading, ref.child, visit.previous);
  // A change whose visit is no longer kept is one that nobody knows of.
  const latest = before === undefined ? undefined : visit.previous;
  const timestamp = before ?? ('parentUserId' in visitor ? visitor.createdAt : undefined);
  const restored = {
    ...rest,
    status: 'out',
    ...(latest ? { latest } : {}),
    ...(timestamp ? { timestamp } : {}),
  };
  // An arrival that came late belongs to another tap: it stays, with an unknown departure.
  const { left: _gone, previous: _mark, ...late } = visit;
  const keepsArrival = visit.arrived !== undefined && visit.arrived.op !== id;
  const write: Write = keepsArrival ? { put: path, document: { ...late, open: false } } : { remove: path };
  return restore(reading, ref, visitor, restored as Friend | Guest, write, context);
}

function timeOf(reading: Reading, child: Id, mark: ChangeMark | undefined): string | undefined {
  const visit = mark && reading.get(visitPath(child, mark.visit));
  return visit?.left?.op === mark?.op ? visit?.left?.at : visit?.arrived?.at;
}

function restore(
  reading: Reading,
  ref: VisitorRef,
  visitor: Friend | Guest,
  restored: Friend | Guest,
  visitWrite: Write,
  context: Context,
): Decision {
  const about = visitor.latest?.op ?? context.op;
  const news = {
    about,
    kind: 'taken-back',
    status: restored.status,
    at: restored.timestamp ?? context.at,
  } as const;
  return accept(
    [visitWrite, { put: visitorPath(ref), document: restored }],
    noticesFor(reading, context, visitor, news),
  );
}
