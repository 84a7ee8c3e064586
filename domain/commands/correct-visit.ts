import * as v from 'valibot';
import {
  accept,
  acceptUnchanged,
  type Context,
  defineCommand,
  type Reading,
  type RefusalCode,
  refuse,
} from '../command.ts';
import { type Friend, type Guest, type Moment, type Visit, visitStart } from '../documents.ts';
import { idSchema } from '../ids.ts';
import { profilePath, visitorPath, visitorRefSchema, visitPath } from '../paths.ts';
import { momentOf, noticesFor } from '../stays.ts';
import { isoTimeSchema } from '../time.ts';

const argsSchema = v.object({
  ...visitorRefSchema.entries,
  visit: idSchema,
  end: v.picklist(['arrived', 'left']),
  at: isoTimeSchema,
});

/** A device's clock may run this far ahead before a time counts as the future, in ms. */
const CLOCK_SLACK = 60_000;

/** Corrects when a stay began or ended, or fills in an end that was unknown, and leaves a trail (design, section 4). */
export const correctVisit = defineCommand({
  args: argsSchema,
  reads: ({ visit, at, ...ref }, { actor }) => ({
    paths: [visitPath(ref.child, visit), visitorPath(ref), profilePath(actor)],
    around: { visitor: ref, at },
  }),
  decide(reading, { visit: id, end, at, ...ref }, context) {
    const path = visitPath(ref.child, id);
    const visit = reading.get(path);
    if (!visit || visit.visitor.id !== ref.visitor || visit.visitor.kind !== ref.kind)
      return refuse('not-found');
    if (visit[end]?.at === at) return acceptUnchanged(at);
    const corrected = correctedVisit(visit, end, at, context);
    const code = problemWith(corrected, end, context) ?? overlap(reading, path, corrected);
    if (code) return refuse(code, 'at');
    const visitor = reading.get(visitorPath(ref));
    const present = visitor && correctedVisitor(visitor, visit, end, at);
    const put = present ? [{ put: visitorPath(ref), document: present }] : [];
    return accept(
      [{ put: path, document: corrected }, ...put],
      newsOf(reading, visitor, visit[end], end, at, context),
    );
  },
});

type End = 'arrived' | 'left';

function correctedVisit(visit: Visit, end: End, at: string, context: Context): Visit {
  const known = visit[end];
  const moment: Moment = known ? { ...known, at, certainty: 'exact' } : momentOf(context, at);
  const correction = { end, to: at, by: context.actor, at: context.at, ...(known ? { from: known.at } : {}) };
  return { ...visit, [end]: moment, corrections: [...visit.corrections, correction] };
}

function problemWith(
  { open, arrived, left }: Visit,
  end: End,
  { receivedAt }: Context,
): RefusalCode | undefined {
  if (open && end === 'left') return 'visit-open';
  const at = (end === 'arrived' ? arrived : left)?.at ?? '';
  if (Date.parse(at) > Date.parse(receivedAt) + CLOCK_SLACK) return 'in-the-future';
  return arrived && left && arrived.at > left.at ? 'ends-before-start' : undefined;
}

function overlap(reading: Reading, path: string, corrected: Visit): RefusalCode | undefined {
  const from = visitStart(corrected);
  const to = visitEnd(corrected);
  const clash = reading.around.some(
    (other) => other.path !== path && visitStart(other.visit) < to && visitEnd(other.visit) > from,
  );
  return clash ? 'overlaps' : undefined;
}

/** The last time a stay is known to cover; an open one covers all that comes. */
function visitEnd(visit: Visit): string {
  return visit.open ? '~' : (visit.left?.at ?? visitStart(visit));
}

/** The visitor's own time follows when the change it shows was the one corrected. */
function correctedVisitor(
  visitor: Friend | Guest,
  visit: Visit,
  end: End,
  at: string,
): Friend | Guest | undefined {
  const op = visit[end]?.op;
  return op !== undefined && visitor.latest?.op === op ? { ...visitor, timestamp: at } : undefined;
}

function newsOf(
  reading: Reading,
  visitor: Friend | Guest | undefined,
  known: Moment | undefined,
  end: End,
  at: string,
  context: Context,
) {
  if (!visitor || !known) return [];
  const status = end === 'arrived' ? 'in' : 'out';
  return noticesFor(reading, context, visitor, { about: known.op, kind: 'corrected', status, at });
}
