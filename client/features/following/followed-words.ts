import type { Filled } from '#client/shown-visit/fill.tsx';
import { answerLines, type Clock, endWords, headlineOf, linesOf } from '#client/shown-visit/visit-lines.ts';
import type { Translated } from '#client/translations/parts.ts';
import type { following } from '#client/translations/sv/following.ts';
import type { ShownVisit } from '#domain/protocol/link-calls.ts';

/** The words of a visit on the own board: one sentence, and lines below it. */
interface FollowedWords {
  headline: Filled;
  lines: Filled[];
}

/** Returns the words of a visit; `asOf` is the time (ISO) at which the server last said it. */
export function wordsOf(
  visit: ShownVisit,
  asOf: string,
  { here, visit: texts }: Translated<typeof following>,
  clock: Clock,
): FollowedWords {
  const { open, arrived, visitor: name, child } = visit;
  const lines = linesOf(visit, asOf, texts, clock).map(({ filled }) => filled);
  if (!open || !arrived) return { headline: headlineOf(visit, texts), lines };
  const headline = endWords(arrived, { text: here, values: { name, child } }, texts, clock);
  return { headline, lines: lines.slice(1) };
}

/** Returns the last word about an answer: the reply to it, or the answer itself. */
export function answerWord(
  visit: ShownVisit,
  { visit: texts }: Translated<typeof following>,
  clock: Clock,
): Filled | undefined {
  const [said, _sent, reply] = answerLines(visit, texts, clock);
  return reply ?? said;
}
