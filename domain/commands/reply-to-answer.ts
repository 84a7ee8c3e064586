import * as v from 'valibot';
import { acceptUnchanged, refuse } from '../command.ts';
import { isoTimeSchema } from '../time.ts';
import { visitCommand } from '../visits/visit-command.ts';

/**
 * Replies to the question whether the visitor can stay until a time; yes makes that the planned time home. Superseded where
 * the answer is another by now, or the visit is closed.
 */
export const replyToAnswer = visitCommand(
  { answeredAt: isoTimeSchema, yes: v.boolean() },
  (visit, { answeredAt, yes }, { actor, at }) => {
    const { answer } = visit;
    if (!visit.open || answer?.at !== answeredAt || answer.until === undefined) return refuse('superseded');
    if (answer.reply?.yes === yes) return acceptUnchanged(answer.reply.at);
    const expected = yes ? { expected: { at: answer.until, by: actor, setAt: at } } : {};
    // It can no longer be taken back.
    const { replaced: _, ...asked } = answer;
    return { ...visit, ...expected, answer: { ...asked, reply: { yes, by: actor, at } } };
  },
);
