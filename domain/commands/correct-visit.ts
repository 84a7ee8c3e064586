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
import type { ArrivedOrLeft, Correction, Friend, Guest, Visit } from '../documents.ts';
import { idSchema } from '../ids.ts';
import { profilePath, visitorPath, visitorRefSchema, visitPath } from '../paths.ts';
import type { RefusalCode } from '../protocol/refusal.ts';
import { isoTimeSchema } from '../time.ts';
import { momentOf } from '../visits/moment.ts';
import { noticesFor } from '../visits/notices.ts';
import { snapTimes, type Times } from '../visits/snap-times.ts';
import { visitEnd, visitStart } from '../visits/visit-times.ts';

const argsSchema = v.pipe(
  v.object({
    ...visitorRefSchema.entries,
    visit: idSchema,
    arrived: v.optional(isoTimeSchema),
    left: v.optional(isoTimeSchema),
  }),
  v.check(({ arrived, left }) => (arrived ?? left) !== undefined, 'empty'),
);

const ENDS: readonly ArrivedOrLeft[] = ['arrived', 'left'];

/**
 * Corrects a visit's arrival, departure or both, or fills in an unknown end, and leaves a trail of corrections. Both
 * ends are validated together, so that a whole visit can be moved and none is half corrected.
 */
export const correctVisit = defineCommand({
  args: argsSchema,
  reads: ({ visit, arrived, left, ...ref }, { actor, at }) => ({
    paths: [visitPath(ref.child, visit), visitorPath(ref), profilePath(actor)],
    around: { visitor: ref, at: left ?? arrived ?? at },
  }),
  decide(reading, { visit: id, arrived, left, ...ref }, context) {
    const path = visitPath(ref.child, id);
    const visit = reading.get(path);
    if (!visit || visit.visitor.id !== ref.visitor || visit.visitor.kind !== ref.kind)
      return refuse('not-found');
    const others = reading.around.filter((other) => other.path !== path).map((other) => other.visit);
    const times = snapTimes(visit, others, { arrived, left }, context.at);
    const changed = ENDS.filter((end) => times[end] !== undefined && times[end] !== visit[end]?.at);
    if (changed.length === 0) return acceptUnchanged(arrived ?? left);
    const corrected = correctedVisit(visit, changed, times, context);
    const code = problemWith(corrected, changed, context) ?? overlap(others, corrected);
    if (code) return refuse(code, changed[0]);
    const visitor = reading.get(visitorPath(ref));
    const present = visitor && correctedVisitor(visitor, corrected);
    const put = present ? [{ put: visitorPath(ref), document: present }] : [];
    const notices = visitor
      ? changed.flatMap((end) => noticesAbout(reading, visitor, visit, corrected, end, context))
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
  const corrected = { ...visit, corrections: [...visit.corrections] };
  for (const end of changed) {
    const known = visit[end];
    const at = times[end] ?? '';
    corrected[end] = known ? { ...known, at, certainty: 'exact' } : momentOf(context, at);
    const trail: Correction = { end, to: at, by: context.actor, at: context.at };
    corrected.corrections.push(known ? { ...trail, from: known.at } : trail);
  }
  return corrected;
}

function problemWith(
  { open, arrived, left }: Visit,
  changed: readonly ArrivedOrLeft[],
  { at: now }: Context,
): RefusalCode | undefined {
  if (open && changed.includes('left')) return 'visit-open';
  if ((arrived?.at ?? '') > now || (left?.at ?? '') > now) return 'in-the-future';
  return arrived && left && arrived.at > left.at ? 'ends-before-start' : undefined;
}

function overlap(others: readonly Visit[], corrected: Visit): RefusalCode | undefined {
  const from = visitStart(corrected);
  const to = visitEnd(corrected);
  return others.some((other) => visitStart(other) < to && visitEnd(other) > from) ? 'overlaps' : undefined;
}

/** Returns the visitor with a corrected timestamp if its latest change is an end of this visit, else undefined. */
function correctedVisitor(visitor: Friend | Guest, { arrived, left }: Visit): Friend | Guest | undefined {
  const moment = [arrived, left].find((end) => end !== undefined && end.op === visitor.latest?.op);
  return moment && moment.at !== visitor.timestamp ? { ...visitor, timestamp: moment.at } : undefined;
}

/** 'corrected' sends the new time if the end is the visitor's latest change; else 'cancelled' withdraws what is unsent. */
function noticesAbout(
  reading: ReadDocuments,
  visitor: Friend | Guest,
  visit: Visit,
  corrected: Visit,
  end: ArrivedOrLeft,
  context: Context,
): Notice[] {
  const about = visit[end]?.op;
  if (about === undefined) return [];
  const kind = visitor.latest?.op === about ? 'corrected' : 'cancelled';
  const status = end === 'arrived' ? 'in' : 'out';
  const at = corrected[end]?.at ?? context.at;
  return noticesFor(reading, context, visitor, { about, kind, status, at });
}
