import * as v from 'valibot';
import { accept, type Context, defineCommand, refuse } from '../command.ts';
import type { Friend, Guest, Visit } from '../documents.ts';
import { profilePath, type VisitorRef, visitorPath, visitorRefSchema, visitPath } from '../paths.ts';
import { isoTimeSchema } from '../time.ts';
import { retentionCutoff, retentionDays } from '../visits/retention.ts';
import { momentOf, overlap, snapTimes, timesProblem } from '../visits/visit.ts';
import { visitorSince } from '../visits/visitor.ts';

const argsSchema = v.object({ ...visitorRefSchema.entries, arrived: isoTimeSchema, left: isoTimeSchema });

/**
 * Changes the visitor only if nothing later is known, and notifies nobody. The visit's id is the op, so a
 * repeated op adds it once (docs/decisions/0024).
 */
export const addVisit = defineCommand({
  args: argsSchema,
  reads: ({ arrived: _begun, left, ...ref }, { actor, op }) => ({
    paths: [visitorPath(ref), profilePath(actor), visitPath(ref.child, op)],
    visitsNear: { visitor: ref, at: left },
  }),
  decide(documents, { arrived, left, ...ref }, context) {
    const visitor = documents.get(visitorPath(ref));
    if (!visitor) return refuse('not-found');
    const path = visitPath(ref.child, context.op);
    if (documents.everExisted(path)) return refuse('id-taken');
    const others = documents.nearbyVisits.map((other) => other.visit);
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
    const days = retentionDays(documents.get(profilePath(context.actor)));
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
