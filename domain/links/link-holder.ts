import type { Friend, Guest, Moment, Visit } from '../documents.ts';
import { firstName } from '../names.ts';
import type { SharedAnswer, SharedEnd, SharedVisit } from '../protocol/link-calls.ts';
import { HOUR_MS, MINUTE_MS } from '../time.ts';
import { sharedTrip } from '../trips/trip.ts';
import type { LinkAnswer } from './link-fields.ts';

/** The sender chose whether their number is shown. */
interface Shown {
  visitor: string;
  child: string;
  sender: { name: string; phone: string | undefined; e164: string | undefined } | undefined;
  isLatest: boolean;
  isFollowed: boolean;
}

/** All that a link holder may see. `asOf`: server time, ISO. */
export function toSharedVisit(visit: Visit, people: Shown, isOwn: boolean, asOf: string): SharedVisit {
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
    answer: answer ? sharedAnswer(answer) : null,
    ...sharedTrip(visit, people, asOf),
    isOwn,
    asOf,
  };
}

function shownSender({
  name,
  phone,
  e164,
}: NonNullable<Shown['sender']>): NonNullable<SharedVisit['sender']> {
  return { name: firstName(name), ...(phone ? { phone } : {}), ...(e164 === undefined ? {} : { e164 }) };
}

function shownEnd(moment: Moment | undefined, corrected: boolean): SharedEnd | null {
  if (!moment) return null;
  return {
    at: moment.at,
    zone: moment.zone,
    ...(corrected ? { corrected } : {}),
    ...(moment.certainty === 'uncertain' && !corrected ? { uncertain: true as const } : {}),
  };
}

/** Leaves out which parent replied. */
export function sharedAnswer({ code, until, at, reply }: LinkAnswer): SharedAnswer {
  return {
    code,
    at,
    ...(until === undefined ? {} : { until }),
    ...(reply ? { reply: { yes: reply.yes, at: reply.at } } : {}),
  };
}

/**
 * Link holders' writes are not commands: no phone can send them, and no link holder can run a command. None
 * changes when a visit began or ended.
 */

/** Minimum between two answers of one visit. */
export const ANSWERS_APART_MS = 3000;
const HALF_HOUR_MS = 30 * MINUTE_MS;
const LONGEST_STAY_MS = 3 * HOUR_MS;

export type GivenAnswer = Pick<LinkAnswer, 'code' | 'until'>;

/** Takes back the answer given at this time (ISO). */
export type TakenBack = { takesBack: string };

/** Only the first opening counts. `at`: ISO. */
export function opened(visit: Visit, hash: string, at: string): Visit {
  const isNew = visit.links?.some((link) => link.hash === hash && link.openedAt === undefined);
  if (!isNew) return visit;
  const links = visit.links?.map((link) => (link.hash === hash ? { ...link, openedAt: at } : link));
  return { ...visit, links };
}

/**
 * Undefined if not allowed: a closed visit takes only thanks; a stay ends in the future, at most three hours
 * after now or a later planned time. The latest answer can be taken back until the host replies.
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
  // An answer in the future is from before the clock was set back.
  if (since >= 0 && since < ANSWERS_APART_MS) return 'too-soon';
  if (code === 'stay') {
    if (!visit.open || until === undefined || !isAhead(until, visit, now)) return undefined;
    return { visit: { ...visit, answer: { code, until, at, ...replacedBy(given, answer) } } };
  }
  if (code === 'on-my-way' && !visit.open) return undefined;
  return { visit: { ...visit, answer: { code, at, ...replacedBy(given, answer) } } };
}

/** An answer resent because its reply was lost replaces what the first one did. */
function replacedBy({ code, until }: GivenAnswer, answer: Visit['answer']): Pick<LinkAnswer, 'replaced'> {
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

/** In ms: the next four half hours after now or a later planned time. */
export function stayChoices({ expected }: { expected: string | null }, now: number): number[] {
  const from = Math.max(now, expected === null ? 0 : Date.parse(expected));
  const first = Math.floor(from / HALF_HOUR_MS + 1) * HALF_HOUR_MS;
  return [0, 1, 2, 3].map((step) => first + step * HALF_HOUR_MS);
}

/** `removal`: also asks to be removed. */
export function refused<V extends Friend | Guest>(visitor: V, removal: boolean, at: string): V {
  return { ...visitor, linkRefusal: { at, ...(removal ? { removalAskedAt: at } : {}) } };
}
