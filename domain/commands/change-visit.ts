import * as v from 'valibot';
import {
  accept,
  acceptUnchanged,
  type Context,
  type Decision,
  defineCommand,
  refuse,
  wasSchema,
} from '../command.ts';
import type { Visit } from '../documents.ts';
import { isChanged } from '../fields.ts';
import { type Id, idSchema } from '../ids.ts';
import { PLAN_DAYS } from '../limits.ts';
import { withoutLinks } from '../links/link-life.ts';
import { type Path, type VisitorRef, visitorRefSchema, visitPath } from '../paths.ts';
import { DAY_MS, isoTimeSchema } from '../time.ts';
import { isOf } from '../visits/visit.ts';

/**
 * Phones then stop asking whether the visitor has left. A closed visit asks nothing, so a late answer changes
 * nothing.
 */
const stayNight = visitCommand({ stays: v.boolean() }, (stored, { stays }, { actor, at }) => {
  const { staysNight, ...visit } = stored;
  if (!stored.open || stays === (staysNight !== undefined)) return acceptUnchanged(staysNight?.at);
  return stays ? { ...visit, staysNight: { by: actor, at } } : visit;
});

const FURTHEST_MS = PLAN_DAYS * DAY_MS;

/** Null removes the planned time home, which reminds and never checks anybody out. */
const expectHome = visitCommand(
  { at: v.nullable(isoTimeSchema), was: wasSchema },
  (stored, { at: planned, was }, { actor, at }) => {
    const { expected, ...visit } = stored;
    if (!stored.open) return refuse('superseded');
    if (planned === (expected?.at ?? null)) return acceptUnchanged(expected?.setAt);
    if (isChanged(was?.at, expected?.at ?? '', planned)) return refuse('changed-meanwhile', 'at');
    if (planned === null) return visit;
    const ahead = Date.parse(planned) - Date.parse(at);
    if (ahead <= 0) return refuse('in-the-past', 'at');
    if (ahead > FURTHEST_MS) return refuse('too-far-ahead', 'at');
    return { ...visit, expected: { at: planned, by: actor, setAt: at } };
  },
);

/** Yes makes the time asked for the planned time home. */
const replyToAnswer = visitCommand(
  { answeredAt: isoTimeSchema, yes: v.boolean() },
  (visit, { answeredAt, yes }, { actor, at }) => {
    const { answer } = visit;
    if (!visit.open || answer?.at !== answeredAt || answer.until === undefined) return refuse('superseded');
    if (answer.reply?.yes === yes) return acceptUnchanged(answer.reply.at);
    const expected = yes ? { expected: { at: answer.until, by: actor, setAt: at } } : {};
    // A replied answer can no longer be taken back.
    const { replaced: _, ...asked } = answer;
    return { ...visit, ...expected, answer: { ...asked, reply: { yes, by: actor, at } } };
  },
);

/** The answer came through a link, so it is deleted too. */
const takeLinksBack = visitCommand({}, (visit) =>
  visit.links || visit.answer ? withoutLinks(visit) : acceptUnchanged(undefined),
);

export const visitChanges = { stayNight, expectHome, replyToAnswer, takeLinksBack } as const;

/** `change` returns the visit to store, or a decision. A new planned time queues an alert. */
function visitCommand<E extends v.ObjectEntries>(
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
    decide(documents, args, context) {
      const path = pathIn(args);
      const visit = documents.get(path);
      if (!visit || !isOf(visit, args as unknown as VisitorRef)) return refuse('not-found');
      const changed = change(visit, args as v.InferOutput<v.ObjectSchema<E, undefined>>, context);
      if ('accepted' in changed) return changed;
      const accepted = accept([{ put: path, document: changed }]);
      const planned = changed.expected?.at;
      if (planned === undefined || planned === visit.expected?.at) return accepted;
      return { ...accepted, alerts: [{ about: path, kind: 'planned', at: planned }] };
    },
  });
}

function pathIn(args: unknown): Path<'visit'> {
  const { child, visit } = args as { child: Id; visit: Id };
  return visitPath(child, visit);
}
