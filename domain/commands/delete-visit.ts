import * as v from 'valibot';
import {
  accept,
  acceptUnchanged,
  type Context,
  type Decision,
  defineCommand,
  type Notice,
  type ReadDocuments,
  refuse,
} from '../command.ts';
import type { ArrivedOrLeft, Child, Friend, Guest, Moment, RemovedVisit, Visit } from '../documents.ts';
import { type Id, idSchema } from '../ids.ts';
import { withoutLinks } from '../links/link-life.ts';
import {
  childPath,
  profilePath,
  type VisitorRef,
  visitorPath,
  visitorRefSchema,
  visitPath,
} from '../paths.ts';
import { DAY_MS, isoTimeSchema } from '../time.ts';
import { withoutTrip } from '../trips/trip.ts';
import { keptRemovals, withRemovals } from '../visits/removals.ts';
import { isOf, overlap, visitLatest } from '../visits/visit.ts';
import { noticesFor, visitorBefore, visitorSince } from '../visits/visitor.ts';

/**
 * The child keeps the visit, without links and trip, for restoreVisit. `forGood`, at the other family's request, keeps
 * no copy and sends no notice.
 */
const deleteVisit = defineCommand({
  args: v.object({ ...visitorRefSchema.entries, visit: idSchema, forGood: v.optional(v.boolean()) }),
  reads: ({ visit, forGood: _forGood, ...ref }, { actor, at }) => ({
    paths: [visitPath(ref.child, visit), visitorPath(ref), profilePath(actor), childPath(ref.child)],
    visitsNear: { visitor: ref, at },
  }),
  decide(documents, { visit: id, forGood = false, ...ref }, context) {
    const path = visitPath(ref.child, id);
    const visit = documents.get(path);
    const child = documents.get(childPath(ref.child));
    const wasDeleted = !visit && child && (documents.everExisted(path) || isKept(child, id));
    if (wasDeleted) return forGood ? forget(child, { ...ref, visit: id }) : acceptUnchanged(undefined);
    if (!visit || !child || !isOf(visit, ref)) return refuse('not-found');
    const visitor = documents.get(visitorPath(ref));
    const isLatest = visitor?.latest?.visit === id;
    const present = visitor && (isLatest ? visitorBefore(documents, ref, visitor, { path, visit }) : visitor);
    const { actor: by, device, at } = context;
    const removal = { id, by, device, at, visit: withoutTrip(withoutLinks(visit)) };
    const trail = { put: childPath(ref.child), document: addRemoval(child, removal, Date.parse(at)) };
    return accept(
      [
        { remove: path },
        ...(forGood ? [] : [trail]),
        ...(present && isLatest ? [{ put: visitorPath(ref), document: present }] : []),
      ],
      present ? noticesOfRemoved(documents, present, visit, context, forGood) : [],
    );
  },
});

const restorationSchema = v.object({
  ...visitorRefSchema.entries,
  visit: idSchema,
  /** The later end; the read set lies around it. */
  last: isoTimeSchema,
});

/** 'superseded' if the visit is open and something later is known: the visitor cannot be here twice. */
const restoreVisit = defineCommand({
  args: restorationSchema,
  reads: ({ visit, last, ...ref }, { actor }) => ({
    paths: [visitPath(ref.child, visit), visitorPath(ref), profilePath(actor), childPath(ref.child)],
    visitsNear: { visitor: ref, at: last },
  }),
  decide(documents, { visit: id, last, ...ref }, context) {
    const path = visitPath(ref.child, id);
    const child = documents.get(childPath(ref.child));
    if (!child) return refuse('not-found');
    if (documents.get(path)) return acceptUnchanged(undefined);
    const removed = child.removedVisits?.find((one) => one.id === id)?.visit;
    if (!removed || !isOf(removed, ref) || visitLatest(removed) !== last) return refuse('not-found');
    const visitor = documents.get(visitorPath(ref));
    // Nobody could close the visit of a deleted visitor.
    const visit = { ...removed, open: removed.open && visitor !== undefined };
    const present = visitor && visitorSince(visitor, id, visit);
    if (visit.open && !present) return refuse('superseded');
    const others = documents.nearbyVisits.map((other) => other.visit);
    const code = overlap(others, visit);
    if (code) return refuse(code);
    return accept(
      [
        { put: path, document: visit },
        { put: childPath(ref.child), document: withRemovals(child, withoutRemoval(child, id)) },
        ...(present ? [{ put: visitorPath(ref), document: present }] : []),
      ],
      visitor ? noticesOfRestored(documents, present ?? visitor, visit, context) : [],
    );
  },
});

export const removalCommands = { deleteVisit, restoreVisit } as const;

/** For each child. */
const MOST_KEPT = 10;

/** May drop the oldest. `now`: ms. */
function addRemoval(child: Child, removal: RemovedVisit, now: number): Child {
  const others = withoutRemoval(child, removal.id);
  return withRemovals(child, [...keptRemovals(others, now), removal].slice(-MOST_KEPT));
}

function withoutRemoval({ removedVisits = [] }: Child, id: Id): RemovedVisit[] {
  return removedVisits.filter((one) => one.id !== id);
}

/** A phone knows of a removal only from the child. */
function isKept({ removedVisits = [] }: Child, id: Id): boolean {
  return removedVisits.some((one) => one.id === id);
}

function forget(child: Child, { visit, child: id, ...visitor }: VisitorRef & { visit: Id }): Decision {
  const kept = child.removedVisits?.find((one) => one.id === visit);
  if (!kept || !isOf(kept.visit, { child: id, ...visitor })) return acceptUnchanged(undefined);
  return accept([{ put: childPath(id), document: withRemovals(child, withoutRemoval(child, visit)) }]);
}

const ENDS: readonly ArrivedOrLeft[] = ['arrived', 'left'];

/** The other family may have heard of it within a day: a correction still helps. */
function isRecentlyNotified({ receivedAt }: Moment, context: Context): boolean {
  return Date.parse(context.receivedAt) - Date.parse(receivedAt) <= DAY_MS;
}

/** Takes back, once, a notice of the last 24 hours. An added visit notified nobody. */
function noticesOfRemoved(
  documents: ReadDocuments,
  visitor: Friend | Guest,
  visit: Visit,
  context: Context,
  isSilent: boolean,
): Notice[] {
  const { status, timestamp: at = context.at } = visitor;
  const told = visit.added ? [] : ENDS.flatMap((end) => visit[end] ?? []);
  const first = isSilent ? undefined : told.find((moment) => isRecentlyNotified(moment, context));
  return told.flatMap((moment) => {
    const kind = moment === first ? 'taken-back' : 'cancelled';
    return noticesFor(documents, context, visitor, { about: moment.op, kind, status, at });
  });
}

/** Notifies again if a notice that the visitor is here is at most a day old; else cancels an unsent one. */
function noticesOfRestored(
  documents: ReadDocuments,
  visitor: Friend | Guest,
  visit: Visit,
  context: Context,
): Notice[] {
  const { arrived, left, open, added } = visit;
  const notified = arrived ?? left;
  if (!notified || added) return [];
  const kind = open && isRecentlyNotified(notified, context) ? 'corrected' : 'cancelled';
  const { status, timestamp: at = context.at } = visitor;
  return noticesFor(documents, context, visitor, { about: notified.op, kind, status, at });
}
