import type { Friend, Guest, Moment, Visit } from '../documents.ts';
import { firstName } from '../names.ts';
import type { ShownAnswer, ShownEnd, ShownVisit } from '../protocol/link-calls.ts';
import { HOUR_MS, MINUTE_MS } from '../time.ts';
import type { LinkRefusal, ReaderAnswer } from './fields.ts';

/** The people whom a reader's page shows: the first words of their names, and the number that the sender chose to show. */
interface Shown {
  visitor: string;
  child: string;
  sender: { name: string; phone: string | undefined; e164: string | undefined } | undefined;
}

/**
 * Returns what a reader sees of a visit: first names, times, the planned time, the own answer, who sent the link, and nothing
 * else. `asOf`: the server's time, ISO.
 */
export function shownVisit(visit: Visit, people: Shown, isOwn: boolean, asOf: string): ShownVisit {
  const { open, arrived, left, expected, answer, corrections } = visit;
  const isCorrected = (end: 'arrived' | 'left') => corrections.some((one) => one.end === end);
  return {
    visitor: firstName(people.visitor),
    child: firstName(people.child),
    ...(people.sender && { sender: shownSender(people.sender) }),
    open,
    arrived: shownEnd(arrived, isCorrected('arrived')),
    left: shownEnd(left, isCorrected('left')),
    expected: open && expected ? expected.at : null,
    answer: answer ? shownAnswer(answer) : null,
    isOwn,
    asOf,
  };
}

function shownSender({ name, phone, e164 }: NonNullable<Shown['sender']>): NonNullable<ShownVisit['sender']> {
  return { name: firstName(name), ...(phone ? { phone } : {}), ...(e164 === undefined ? {} : { e164 }) };
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

/** Returns an answer as the holder of the link sees it: without the parent who replied. */
export function shownAnswer({ code, until, at, reply }: ReaderAnswer): ShownAnswer {
  return {
    code,
    at,
    ...(until === undefined ? {} : { until }),
    ...(reply ? { reply: { yes: reply.yes, at: reply.at } } : {}),
  };
}

/**
 * The writes of a reader. These functions are no commands: no phone can send them, and no reader can run a command. None of
 * them changes when a visit began or ended.
 */

/** Answers of one visit are at least so far apart. */
export const ANSWERS_APART_MS = 3000;
const HALF_HOUR_MS = 30 * MINUTE_MS;
const LONGEST_STAY_MS = 3 * HOUR_MS;

/** An answer as a reader gives it. */
export type GivenAnswer = Pick<ReaderAnswer, 'code' | 'until'>;

/** The taking back of the answer that was given at a time (ISO). */
export type TakenBack = { takesBack: string };

/** Returns the visit with the first opening of a link, at `at` (ISO); the same visit if it was opened before. */
export function opened(visit: Visit, hash: string, at: string): Visit {
  const isNew = visit.links?.some((link) => link.hash === hash && link.openedAt === undefined);
  if (!isNew) return visit;
  const links = visit.links?.map((link) => (link.hash === hash ? { ...link, openedAt: at } : link));
  return { ...visit, links };
}

/**
 * Returns the visit with the reader's answer, which replaces the one before; undefined if it may not be given: a closed
 * visit takes thanks alone, and a time to stay lies ahead, at most three hours after now or the planned time. One is taken back
 * while it is the latest and the host has not replied to it: then the one before stands again.
 */
export function answered(
  visit: Visit,
  given: GivenAnswer | TakenBack,
  at: string,
): { visit: Visit } | 'too-soon' | undefined {
  if ('takesBack' in given) return takenBack(visit, given);
  const { code, until } = given;
  const now = Date.parse(at);
  const { answer } = visit;
  const since = answer ? now - Date.parse(answer.at) : ANSWERS_APART_MS;
  // An answer of a time to come is one from before the clock was set back.
  if (since >= 0 && since < ANSWERS_APART_MS) return 'too-soon';
  if (code === 'stay') {
    if (!visit.open || until === undefined || !isAhead(until, visit, now)) return undefined;
    return { visit: { ...visit, answer: { code, until, at, ...replacedBy(given, answer) } } };
  }
  if (code === 'on-my-way' && !visit.open) return undefined;
  return { visit: { ...visit, answer: { code, at, ...replacedBy(given, answer) } } };
}

/** An answer that is sent again, as its reply was lost, replaces what the first one did. */
function replacedBy({ code, until }: GivenAnswer, answer: Visit['answer']): Pick<ReaderAnswer, 'replaced'> {
  if (!answer) return {};
  const { replaced, ...before } = answer;
  const isAgain = before.code === code && before.until === until && !before.reply;
  return isAgain ? (replaced ? { replaced } : {}) : { replaced: before };
}

function takenBack({ answer, ...visit }: Visit, { takesBack }: TakenBack): { visit: Visit } | undefined {
  if (answer?.at !== takesBack || answer.reply) return undefined;
  return { visit: answer.replaced ? { ...visit, answer: answer.replaced } : visit };
}

function isAhead(until: string, { expected }: Visit, now: number): boolean {
  const wanted = Date.parse(until);
  const from = Math.max(now, expected ? Date.parse(expected.at) : 0);
  return wanted > now && wanted <= from + LONGEST_STAY_MS;
}

/** Returns the times (ms) to stay that a reader can choose: the next four half hours after now or after the planned time. */
export function stayChoices({ expected }: { expected: string | null }, now: number): number[] {
  const from = Math.max(now, expected === null ? 0 : Date.parse(expected));
  const first = Math.floor(from / HALF_HOUR_MS + 1) * HALF_HOUR_MS;
  return [0, 1, 2, 3].map((step) => first + step * HALF_HOUR_MS);
}

/** Returns the friend or guest with the family's refusal of links; `removal`: it also asks to be removed. */
export function refused<V extends Friend | Guest>(visitor: V, removal: boolean, at: string): V {
  const linkRefusal: LinkRefusal = { at, ...(removal ? { removalAskedAt: at } : {}) };
  return { ...visitor, linkRefusal };
}
