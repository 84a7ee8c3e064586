import * as v from 'valibot';
import { accept, acceptUnchanged, defineCommand, refuse } from '../command.ts';
import { idSchema } from '../ids.ts';
import { visitorRefSchema, visitPath } from '../paths.ts';
import { isoTimeSchema } from '../time.ts';
import { isOf } from '../visits/visit.ts';

/**
 * Replies to the question whether the visitor can stay until a time; yes makes that the planned time home. Superseded where
 * the answer is another by now, or the visit is closed.
 */
export const replyToAnswer = defineCommand({
  args: v.object({
    ...visitorRefSchema.entries,
    visit: idSchema,
    answeredAt: isoTimeSchema,
    yes: v.boolean(),
  }),
  reads: ({ child, visit }) => ({ paths: [visitPath(child, visit)] }),
  decide(reading, { visit: id, answeredAt, yes, ...ref }, { actor, at }) {
    const path = visitPath(ref.child, id);
    const visit = reading.get(path);
    if (!visit || !isOf(visit, ref)) return refuse('not-found');
    const { answer } = visit;
    if (!visit.open || answer?.at !== answeredAt || answer.until === undefined) return refuse('superseded');
    if (answer.reply?.yes === yes) return acceptUnchanged(answer.reply.at);
    const expected = yes ? { expected: { at: answer.until, by: actor, setAt: at } } : {};
    const document = { ...visit, ...expected, answer: { ...answer, reply: { yes, by: actor, at } } };
    return accept([{ put: path, document }]);
  },
});
