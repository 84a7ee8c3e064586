import type { Alert } from '../alerts.ts';
import type { ArrivedOrLeft, Correction, Friend, Guest, Visit } from '../documents.ts';
import type { Id } from '../ids.ts';
import { documentId, type Path } from '../paths.ts';
import type { SharedVisit } from '../protocol/link-calls.ts';
import { HOUR_MS, isoTime, MINUTE_MS } from '../time.ts';
import type { Trip, Word } from './trip-fields.ts';

/** In ms after the check-out. */
export const TRIP_OFFER_MS = 10 * MINUTE_MS;
/** In ms after `due`. */
const TRIP_LASTS_MS = HOUR_MS;
/** In ms, as the page offers it. */
export const TAKE_BACK_MS = 10_000;
/** A request may be slow. */
const SLOWEST_TAKE_BACK_MS = MINUTE_MS;
const SHOWN_OVER_MS = 30 * MINUTE_MS;

/** Over by a word, a later visit, or an hour after `due`. Most rules know of no follows; `now`: ms. */
export function isTripOpen(
  trip: Trip,
  { now, isLatest, isFollowed = true }: { now: number; isLatest: boolean; isFollowed?: boolean },
): boolean {
  return isLatest && !lastWord(trip, isFollowed) && now < tripEnd(trip);
}

/** A link's ends nothing while a family follows. */
function lastWord({ over, link }: Trip, isFollowed: boolean): Word | Trip['link'] {
  return over ?? (isFollowed ? undefined : link);
}

/** In ms. */
export function tripEnd({ due }: Pick<Trip, 'due'>): number {
  return Date.parse(due) + TRIP_LASTS_MS;
}

/** In ms: for the host. */
export function shownUntil(trip: Trip, isFollowed = true): number {
  return trip.over?.how === 'taken-back' ? 0 : saidUntil(trip, isFollowed);
}

/** In ms: for the other family. */
function saidUntil(trip: Trip, isFollowed: boolean): number {
  const word = lastWord(trip, isFollowed);
  return word ? Date.parse(word.at) + SHOWN_OVER_MS : tripEnd(trip);
}

export function isLatestVisit({ latest }: Pick<Friend | Guest, 'latest'>, visit: Path): boolean {
  return latest?.visit === documentId(visit);
}

/** Undefined if a corrected departure is later. */
export function shownDue({ trip, left }: Pick<Visit, 'trip' | 'left'>): string | undefined {
  return trip && left && trip.due >= left.at ? trip.due : undefined;
}

/** As another family sees it at `asOf`, ISO. */
export function sharedTrip(
  visit: Visit,
  { isLatest, isFollowed }: { isLatest: boolean; isFollowed: boolean },
  asOf: string,
): Pick<SharedVisit, 'trip'> {
  const { trip } = visit;
  const until = trip && isoTime(saidUntil(trip, isFollowed));
  const word = trip && lastWord(trip, isFollowed);
  // Without a word it stays, past: nobody may claim that the child went home.
  if (!until || !isLatest || (word && asOf >= until)) return {};
  const said = word && { isHome: trip.over?.how !== 'taken-back', at: word.at };
  return { trip: { startedAt: trip.startedAt, due: shownDue(visit) ?? null, until, ...(said && { said }) } };
}

interface Stay extends Partial<Record<ArrivedOrLeft, { at: string } | undefined>> {
  corrections: readonly Correction[];
}

/** ISO: corrections move only what is shown. */
export function tapOf(visit: Stay, end: ArrivedOrLeft): string | undefined {
  return visit.corrections.find((one) => one.end === end)?.from ?? visit[end]?.at;
}

/** `at`: ISO, of the tap. */
export function tripDue(at: string, minutes: number): string {
  return isoTime(Math.floor(Date.parse(at) / MINUTE_MS) * MINUTE_MS + minutes * MINUTE_MS);
}

/** `start`: the op that began the trip, or its `startedAt`. */
export function isTripOf({ trip }: Visit, start: string): boolean {
  return trip !== undefined && (trip.op === start || trip.startedAt === start);
}

/** Gives the same visit if nothing changes. */
export function withWord(visit: Visit, trip: Trip, word: Word): Visit {
  const { over } = trip;
  if (!over) return { ...visit, trip: { ...trip, over: word } };
  const isSoon = Math.abs(Date.parse(word.at) - Date.parse(over.at)) <= TAKE_BACK_MS;
  const isSame = over.how === word.how && over.by === word.by;
  if (!isSoon || isSame || over.second) return visit;
  return { ...visit, trip: { ...trip, over: { ...over, second: word } } };
}

/** Undefined if no such word stands. */
export function withoutWord(
  visit: Visit,
  { over, ...trip }: Trip,
  isMeant: (word: Word) => boolean,
): Visit | undefined {
  if (!over) return undefined;
  const { second, ...first } = over;
  if (second && isMeant(second)) return { ...visit, trip: { ...trip, over: first } };
  if (!isMeant(first)) return undefined;
  return { ...visit, trip: second ? { ...trip, over: second } : trip };
}

/**
 * By a follow, or undefined by a link, at an ISO time. The same visit if nothing changes; undefined if it is
 * another trip, over, or too late.
 */
export function answeredHome(
  visit: Visit,
  isLatest: boolean,
  answer: { home: string } | { takesBackHome: string },
  follow: Id | undefined,
  at: string,
): Visit | undefined {
  const { trip } = visit;
  const now = Date.parse(at);
  if (!trip || !isLatest || now >= tripEnd(trip)) return undefined;
  if ('home' in answer) {
    if (!isTripOf(visit, answer.home)) return undefined;
    if (follow !== undefined) return withWord(visit, trip, { how: 'home', at, by: follow });
    return trip.over || trip.link ? visit : { ...visit, trip: { ...trip, link: { at } } };
  }
  const saidAt = answer.takesBackHome;
  if (now - Date.parse(saidAt) > SLOWEST_TAKE_BACK_MS) return undefined;
  if (follow !== undefined)
    return withoutWord(visit, trip, (word) => word.by === follow && word.at === saidAt);
  const { link, ...unsaid } = trip;
  return link?.at === saidAt ? { ...visit, trip: unsaid } : undefined;
}

/** In ms, from `due` on. */
export const BETWEEN_STAGES_MS = 10 * MINUTE_MS;
/** In ms after `due`. */
const LAST_ASKED_MS = 40 * MINUTE_MS;

/** The next stage after `since`, at `soonest` or later; both in ms. */
function alertsFrom(about: Path, { startedAt, due }: Trip, since: number, soonest: number): Alert[] {
  const asked = Date.parse(due) + BETWEEN_STAGES_MS;
  const turns: [Alert['stage'], number][] = [
    ['start', Date.parse(startedAt) + TAKE_BACK_MS],
    ['ask', asked],
    ['host', asked + BETWEEN_STAGES_MS],
  ];
  const [stage, turn = 0] = turns.find(([, at]) => since < at) ?? [];
  const at = Math.max(turn, soonest);
  const isLate = stage !== 'host' && at >= Date.parse(due) + LAST_ASKED_MS;
  return stage && !isLate ? [{ about, kind: 'trip', stage, at: isoTime(at) }] : [];
}

/** One that reaches the server after `due` only asks. `now`: ms. */
export function alertsOfStart(about: Path, trip: Trip, now: number): Alert[] {
  const due = Date.parse(trip.due);
  return alertsFrom(about, trip, now < due ? 0 : due, now + TAKE_BACK_MS);
}

/** What a word of `saidAt` (ISO) stopped: nobody is told again. `now`: ms. */
export function alertsOfReopened(about: Path, trip: Trip, saidAt: string, now: number): Alert[] {
  return alertsFrom(about, trip, Date.parse(saidAt), now + TAKE_BACK_MS);
}

/** The host is asked ten minutes after the homes. `now`: ms. */
export function alertsAfter(about: Path, stage: Alert['stage'], trip: Trip, now: number): Alert[] {
  const wait = stage === 'start' ? 0 : BETWEEN_STAGES_MS;
  return alertsFrom(about, trip, Date.parse(trip.due) + wait, now + wait);
}

/** Its start or question tells the departure too. */
export function tellsDeparture({ due }: Trip, { tap, at }: Pick<Alert, 'tap' | 'at'>): boolean {
  if (tap?.of !== 'first' || tap.status !== 'out') return false;
  const late = Date.parse(at) - Date.parse(due);
  return late < 0 || (late >= BETWEEN_STAGES_MS && late < LAST_ASKED_MS);
}

/** For an undone check-out, a removed visit, and the copy of a parent who leaves. */
export function withoutTrip(visit: Visit): Visit {
  const { trip: _trip, ...rest } = visit;
  return rest;
}
