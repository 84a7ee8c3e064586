import type { Moment, Visit } from '../documents.ts';
import { firstName } from '../first-name.ts';
import type { ShownEnd, ShownVisit } from '../protocol/link-calls.ts';

/** The names that a reader's page shows the first words of. */
interface Names {
  visitor: string;
  child: string;
}

/**
 * Returns what a reader sees of a visit: first names, times, the planned time and the own answer, and nothing else. `asOf`:
 * the server's time, ISO.
 */
export function shownVisit(visit: Visit, names: Names, isOwn: boolean, asOf: string): ShownVisit {
  const { open, arrived, left, expected, answer, corrections } = visit;
  const isCorrected = (end: 'arrived' | 'left') => corrections.some((one) => one.end === end);
  return {
    visitor: firstName(names.visitor),
    child: firstName(names.child),
    open,
    arrived: shownEnd(arrived, isCorrected('arrived')),
    left: shownEnd(left, isCorrected('left')),
    expected: open && expected ? expected.at : null,
    answer: answer ? shownAnswer(answer) : null,
    isOwn,
    asOf,
  };
}

function shownEnd(moment: Moment | undefined, corrected: boolean): ShownEnd | null {
  if (!moment) return null;
  return {
    at: moment.at,
    zone: moment.zone,
    ...(corrected ? { corrected } : {}),
    ...(moment.certainty === 'uncertain' && !corrected ? { uncertain: true as const } : {}),
  };
}

function shownAnswer({ code, until, at, reply }: NonNullable<Visit['answer']>): ShownVisit['answer'] {
  return {
    code,
    at,
    ...(until === undefined ? {} : { until }),
    ...(reply ? { reply: { yes: reply.yes, at: reply.at } } : {}),
  };
}
