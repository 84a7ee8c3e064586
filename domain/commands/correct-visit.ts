import * as v from 'valibot';
import {
  accept,
  acceptUnchanged,
  type Context,
  defineCommand,
  type Notice,
  type ReadDocuments,
  refuse,
  wasSchema,
} from '../command.ts';
import type { ArrivedOrLeft, Correction, Friend, Guest, Visit } from '../documents.ts';
import { isChanged } from '../fields.ts';
import { type Id, idSchema } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { profilePath, visitorPath, visitorRefSchema, visitPath } from '../paths.ts';
import { isoTimeSchema } from '../time.ts';
import { isOf, momentOf, overlap, snapTimes, type Times, timesProblem } from '../visits/visit.ts';
import { noticesFor } from '../visits/visitor.ts';

const argsSchema = v.pipe(
  v.object({
    ...visitorRefSchema.entries,
    visit: idSchema,
    arrived: v.optional(isoTimeSchema),
    left: v.optional(isoTimeSchema),
    /** Takes back the latest correction; neither leaves a trail. */
    takesBack: v.optional(v.literal(true)),
    was: wasSchema,
  }),
  v.check(({ arrived, left }) => (arrived ?? left) !== undefined, 'empty'),
);

const ENDS: readonly ArrivedOrLeft[] = ['arrived', 'left'];

/**
 * Both ends are validated together, so no visit is half corrected. Taking back is 'superseded' unless the
 * correction is one's own and the latest of its end.
 */
export const correctVisit = defineCommand({
  args: argsSchema,
  reads: ({ visit, arrived, left, takesBack: _how, was: _former, ...ref }, { actor, at }) => ({
    paths: [visitPath(ref.child, visit), visitorPath(ref), profilePath(actor)],
    // Around the arrival if given: around the departure the visit and the next one would fill the window.
    visitsNear: { visitor: ref, at: arrived ?? left ?? at },
  }),
  decide(documents, { visit: id, arrived, left, takesBack, was, ...ref }, context) {
    const path = visitPath(ref.child, id);
    const visit = documents.get(path);
    if (!visit || !isOf(visit, ref)) return refuse('not-found');
    const others = documents.nearbyVisits.filter((other) => other.path !== path).map((other) => other.visit);
    const times = snapTimes(visit, others, { arrived, left }, context.at);
    const changed = ENDS.filter((end) => times[end] !== undefined && times[end] !== visit[end]?.at);
    if (changed.length === 0) return acceptUnchanged(arrived ?? left);
    const other = changed.find((end) => isChanged(was?.[end], visit[end]?.at ?? '', times[end]));
    if (other) return refuse('changed-meanwhile', other);
    const undone = takesBack && changed.map((end) => visit.corrections.findLast((one) => one.end === end));
    const isOwn = (one: Correction | undefined) => one?.by === context.actor && one.from === times[one.end];
    if (undone?.every(isOwn) === false) return refuse('superseded');
    const corrected = correctedVisit(visit, changed, times, context);
    if (undone) corrected.corrections = visit.corrections.filter((one) => !undone.includes(one));
    if (corrected.corrections.length > LIMITS.correctionsOfVisit) return refuse('too-many-corrections');
    const code = timesProblem(corrected, context.at) ?? overlap(others, corrected);
    if (code) return refuse(code, changed[0]);
    const visitor = documents.get(visitorPath(ref));
    const closes = visit.open && !corrected.open;
    const present = visitor && (closes ? leftVisitor : correctedVisitor)(visitor, id, corrected);
    const put = present ? [{ put: visitorPath(ref), document: present }] : [];
    const notified = present ?? visitor;
    const notices = notified
      ? changed.flatMap((end) => noticesAbout(documents, notified, visit, corrected, end, context))
      : [];
    return accept([{ put: path, document: corrected }, ...put], notices);
  },
});

function correctedVisit(
  visit: Visit,
  changed: readonly ArrivedOrLeft[],
  times: Times,
  context: Context,
): Visit {
  const open = visit.open && !changed.includes('left');
  const corrected = { ...visit, open, corrections: [...visit.corrections] };
  for (const end of changed) {
    const known = visit[end];
    const at = times[end] ?? '';
    corrected[end] = known ? { ...known, at, certainty: 'exact' } : momentOf(context, at);
    const trail: Correction = { end, to: at, by: context.actor, at: context.at };
    corrected.corrections.push(known ? { ...trail, from: known.at } : trail);
  }
  return corrected;
}

function correctedVisitor(
  visitor: Friend | Guest,
  _id: Id,
  { arrived, left }: Visit,
): Friend | Guest | undefined {
  // Both ends of an added visit have one op, and its departure is the change.
  const moment = [left, arrived].find((end) => end !== undefined && end.op === visitor.latest?.op);
  return moment && moment.at !== visitor.timestamp ? { ...visitor, timestamp: moment.at } : undefined;
}

function leftVisitor(
  { openVisit: _closed, ...visitor }: Friend | Guest,
  id: Id,
  { left }: Visit,
): Friend | Guest {
  const { op = '', device = '', at = visitor.timestamp } = left ?? {};
  return { ...visitor, status: 'out', timestamp: at, latest: { op, device, visit: id } } as Friend | Guest;
}

/**
 * A departure given to an open visit is a first notice. Else the latest change's notice is corrected, and an
 * older one cancelled if unsent. An added visit notified nobody.
 */
function noticesAbout(
  documents: ReadDocuments,
  visitor: Friend | Guest,
  visit: Visit,
  corrected: Visit,
  end: ArrivedOrLeft,
  context: Context,
): Notice[] {
  const closes = end === 'left' && visit.open;
  const about = closes ? context.op : visit[end]?.op;
  if (about === undefined || visit.added) return [];
  const isLatest = visitor.latest?.op === about;
  const kind = closes ? 'first' : isLatest ? 'corrected' : 'cancelled';
  const status = end === 'arrived' ? 'in' : 'out';
  const at = corrected[end]?.at ?? context.at;
  return noticesFor(documents, context, visitor, { about, kind, status, at });
}
