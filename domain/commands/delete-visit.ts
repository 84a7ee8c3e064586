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
import type { ArrivedOrLeft, Friend, Guest, Visit } from '../documents.ts';
import { idSchema } from '../ids.ts';
import { withoutLinks } from '../links/link-life.ts';
import { childPath, profilePath, visitorPath, visitorRefSchema, visitPath } from '../paths.ts';
import { noticesFor } from '../visits/notices.ts';
import { addRemoval } from '../visits/removals.ts';
import { visitorBefore } from '../visits/state-before.ts';
import { isOf, isToldLately } from '../visits/visit-of.ts';

/**
 * Removes a visit, an open one too: a visitor whose latest change it was is out again, as before the visit. The child keeps
 * who removed it and when, so that it can be put back (restoreVisit), but without its links. A visit that is gone already
 * stays so.
 */
export const deleteVisit = defineCommand({
  args: v.object({ ...visitorRefSchema.entries, visit: idSchema }),
  reads: ({ visit, ...ref }, { actor, at }) => ({
    paths: [visitPath(ref.child, visit), visitorPath(ref), profilePath(actor), childPath(ref.child)],
    around: { visitor: ref, at },
  }),
  decide(reading, { visit: id, ...ref }, context) {
    const path = visitPath(ref.child, id);
    const visit = reading.get(path);
    const child = reading.get(childPath(ref.child));
    if (!visit) return child && reading.isTaken(path) ? acceptUnchanged(undefined) : refuse('not-found');
    if (!child || !isOf(visit, ref)) return refuse('not-found');
    const visitor = reading.get(visitorPath(ref));
    const isLatest = visitor?.latest?.visit === id;
    const present = visitor && (isLatest ? visitorBefore(reading, ref, visitor, { path, visit }) : visitor);
    const removal = {
      id,
      by: context.actor,
      device: context.device,
      at: context.at,
      visit: withoutLinks(visit),
    };
    return accept(
      [
        { remove: path },
        { put: childPath(ref.child), document: addRemoval(child, removal, Date.parse(context.at)) },
        ...(present && isLatest ? [{ put: visitorPath(ref), document: present }] : []),
      ],
      present ? noticesAbout(reading, present, visit, context) : [],
    );
  },
});

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
): Notice[] {
  const { status, timestamp: at = context.at } = visitor;
  const told = visit.added ? [] : ENDS.flatMap((end) => visit[end] ?? []);
  const first = told.find((moment) => isToldLately(moment, context));
  return told.flatMap((moment) => {
    const kind = moment === first ? 'taken-back' : 'cancelled';
    return noticesFor(reading, context, visitor, { about: moment.op, kind, status, at });
  });
}
