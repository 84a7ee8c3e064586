import * as v from 'valibot';
import { accept, type Context, type Decision, defineCommand, refuse } from '../command.ts';
import type { Friend, Guest, Visit } from '../documents.ts';
import { type Id, idSchema } from '../ids.ts';
import { type Path, type VisitorRef, visitorPath, visitorRefSchema, visitPath } from '../paths.ts';
import { isOf } from './visit.ts';

/** A command that changes one visit alone: `change` returns the visit to store, or a decision. Refuses an unknown visit. */
export function visitCommand<E extends v.ObjectEntries>(
  entries: E,
  change: (
    visit: Visit,
    args: v.InferOutput<v.ObjectSchema<E, undefined>>,
    context: Context,
  ) => Visit | Decision,
) {
  return defineCommand({
    args: v.object({ ...visitorRefSchema.entries, visit: idSchema, ...entries }),
    reads: (args) => ({ paths: [pathIn(args)] }),
    decide(reading, args, context) {
      const path = pathIn(args);
      const visit = reading.get(path);
      if (!visit || !isOf(visit, args as unknown as VisitorRef)) return refuse('not-found');
      const changed = change(visit, args as v.InferOutput<v.ObjectSchema<E, undefined>>, context);
      const decision = stored(path, changed);
      const planned = 'accepted' in changed ? undefined : changed.expected?.at;
      if (!decision.accepted || planned === undefined || planned === visit.expected?.at) return decision;
      return { ...decision, alerts: [{ about: path, kind: 'planned', at: planned }] };
    },
  });
}

/** A command that changes one friend or guest alone, as `visitCommand` does. */
export function visitorCommand(
  change: (visitor: Friend | Guest, context: Context) => Friend | Guest | Decision,
) {
  return defineCommand({
    args: visitorRefSchema,
    reads: (ref) => ({ paths: [visitorPath(ref)] }),
    decide(reading, ref, context) {
      const visitor = reading.get(visitorPath(ref));
      return visitor ? stored(visitorPath(ref), change(visitor, context)) : refuse('not-found');
    },
  });
}

function pathIn(args: unknown): Path<'visit'> {
  const { child, visit } = args as { child: Id; visit: Id };
  return visitPath(child, visit);
}

function stored(path: Path, change: Visit | Friend | Guest | Decision): Decision {
  return 'accepted' in change ? change : accept([{ put: path, document: change }]);
}
