import * as v from 'valibot';
import { accept, type Context, defineCommand, refuse } from '../command.ts';
import type { Friend, Guest, Visit } from '../documents.ts';
import { profilePath, type VisitorRef, visitorPath, visitorRefSchema, visitPath } from '../paths.ts';
import { isoTimeSchema } from '../time.ts';
import { retentionCutoff, retentionDays } from '../visits/retention.ts';
import { snapTimes } from '../visits/snap-times.ts';
import { momentOf, overlap, timesProblem } from '../visits/visit.ts';
import { visitorSince } from '../visits/visitor.ts';

const argsSchema = v.object({ ...visitorRefSchema.entries, arrived: isoTimeSchema, left: isoTimeSchema });

/**
 * Adds a past visit that nobody tapped, marked as added. It changes the visitor only if nothing later is known, and the other
 * family is not told. The visit's id is the op, so that the same op adds it once (docs/decisions/0024).
 */
export const addVisit = defineCommand({
  args: argsSchema,
  reads: ({ arrived: _begun, left, ...ref }, { actor, op }) => ({
    paths: [visitorPath(ref), profilePath(actor), visitPath(ref.child, op)],
    around: { visitor: ref, at: left },
  }),
  decide(reading, { arrived, left, ...ref }, context) {
    const visitor = reading.get(visitorPath(ref));
    if (!visitor) return refuse('not-found');
    const path = visitPath(ref.child, context.op);
    if (reading.isTaken(path)) return refuse('id-taken');
    const others = reading.around.map((other) => other.visit);
    const empty = emptyVisit(ref, visitor, context);
    const times = snapTimes(empty, others, { arrived, left }, context.at);
    const ends = {
      arrived: momentOf(context, times.arrived ?? arrived),
      left: momentOf(context, times.left ?? left),
    };
    const visit = { ...empty, ...ends };
    const code = timesProblem(visit, context.at) ?? overlap(others, visit);
    if (code)
      return refuse(code, code === 'in-the-future' && ends.arrived.at <= context.at ? 'left' : 'arrived');
    const days = retentionDays(reading.get(profilePath(context.actor)));
    const limit = retentionCutoff(days, Date.parse(context.receivedAt)) ?? '';
    if (ends.left.at < limit) return refuse('invalid-arguments', 'left');
    const present = visitorSince(visitor, context.op, visit);
    if (!present) return accept([{ put: path, document: visit }]);
    const previous = visitor.latest ? { previous: visitor.latest } : {};
    return accept([
      { put: path, document: { ...visit, ...previous } },
      { put: visitorPath(ref), document: present },
    ]);
  },
});

function emptyVisit({ kind, visitor: id }: VisitorRef, { name }: Friend | Guest, context: Context): Visit {
  const added = { by: context.actor, at: context.at };
  return { visitor: { kind, id, name }, open: false, corrections: [], added };
}
