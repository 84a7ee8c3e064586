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
import type { ArrivedOrLeft, Child, Friend, Guest, Visit } from '../documents.ts';
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
import { addRemoval, withoutRemoval, withRemovals } from '../visits/removals.ts';
import { isOf, isToldLately } from '../visits/visit.ts';
import { noticesFor, visitorBefore } from '../visits/visitor.ts';

/**
 * Removes a visit, an open one too: a visitor whose latest change it was is out again, as before the visit. The child keeps
 * who removed it and when, so that it can be put back (restoreVisit), but without its links. A visit that is gone already
 * stays so. `forGood`, because the other family asked for it: no copy is kept, also none of an earlier removal, and they are
 * told nothing.
 */
export const deleteVisit = defineCommand({
  args: v.object({ ...visitorRefSchema.entries, visit: idSchema, forGood: v.optional(v.boolean()) }),
  reads: ({ visit, forGood: _forGood, ...ref }, { actor, at }) => ({
    paths: [visitPath(ref.child, visit), visitorPath(ref), profilePath(actor), childPath(ref.child)],
    around: { visitor: ref, at },
  }),
  decide(reading, { visit: id, forGood = false, ...ref }, context) {
    const path = visitPath(ref.child, id);
    const visit = reading.get(path);
    const child = reading.get(childPath(ref.child));
    const isGone = !visit && child && (reading.isTaken(path) || isKept(child, id));
    if (isGone) return forGood ? forget(child, { ...ref, visit: id }) : acceptUnchanged(undefined);
    if (!visit || !child || !isOf(visit, ref)) return refuse('not-found');
    const visitor = reading.get(visitorPath(ref));
    const isLatest = visitor?.latest?.visit === id;
    const present = visitor && (isLatest ? visitorBefore(reading, ref, visitor, { path, visit }) : visitor);
    const { actor: by, device, at } = context;
    const removal = { id, by, device, at, visit: withoutLinks(visit) };
    const trail = { put: childPath(ref.child), document: addRemoval(child, removal, Date.parse(at)) };
    return accept(
      [
        { remove: path },
        ...(forGood ? [] : [trail]),
        ...(present && isLatest ? [{ put: visitorPath(ref), document: present }] : []),
      ],
      present ? noticesAbout(reading, present, visit, context, forGood) : [],
    );
  },
});

/** A phone knows of a removal by the child alone. */
function isKept({ removedVisits = [] }: Child, id: Id): boolean {
  return removedVisits.some((one) => one.id === id);
}

/** Drops what the child kept of a visit that was removed before. */
function forget(child: Child, { visit, child: id, ...visitor }: VisitorRef & { visit: Id }): Decision {
  const kept = child.removedVisits?.find((one) => one.id === visit);
  if (!kept || !isOf(kept.visit, { child: id, ...visitor })) return acceptUnchanged(undefined);
  return accept([{ put: childPath(id), document: withRemovals(child, withoutRemoval(child, visit)) }]);
}

const ENDS: readonly ArrivedOrLeft[] = ['arrived', 'left'];

/**
 * Takes back what the other family was told of the visit within a day, once, and cancels what waits unsent. Nobody was told
 * of an added visit.
 */
function noticesAbout(
  reading: ReadDocuments,
  visitor: Friend | Guest,
  visit: Visit,
  context: Context,
  isSilent: boolean,
): Notice[] {
  const { status, timestamp: at = context.at } = visitor;
  const told = visit.added ? [] : ENDS.flatMap((end) => visit[end] ?? []);
  const first = isSilent ? undefined : told.find((moment) => isToldLately(moment, context));
  return told.flatMap((moment) => {
    const kind = moment === first ? 'taken-back' : 'cancelled';
    return noticesFor(reading, context, visitor, { about: moment.op, kind, status, at });
  });
}
