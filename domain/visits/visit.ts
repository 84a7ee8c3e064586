import type { Context, StoredVisit } from '../command.ts';
import type { Moment, Visit } from '../documents.ts';
import type { VisitorRef } from '../paths.ts';
import type { RefusalCode } from '../protocol/refusal.ts';
import { HOUR_MS } from '../time.ts';

/** Visits sort by it; each has an arrival or a departure. */
export function visitStart(visit: Visit): string {
  return visit.arrived?.at ?? visit.left?.at ?? '';
}

/** The history sorts by it, newest first (specification, section 2). */
export function visitLatest(visit: Visit): string {
  return visit.left?.at ?? visit.arrived?.at ?? '';
}

/** An open visit has no end: '~' sorts after every time. */
export function visitEnd(visit: Visit): string {
  return visit.open ? '~' : visitLatest(visit);
}

export function isOf({ visitor }: Visit, ref: VisitorRef): boolean {
  return visitor.id === ref.visitor && visitor.kind === ref.kind;
}

/** `now`: ISO. */
export function timesProblem({ arrived, left }: Visit, now: string): RefusalCode | undefined {
  if ((arrived?.at ?? '') > now || (left?.at ?? '') > now) return 'in-the-future';
  return arrived && left && arrived.at > left.at ? 'ends-before-start' : undefined;
}

/** Two visits may share one moment. */
export function overlap(others: readonly Visit[], visit: Visit): RefusalCode | undefined {
  const from = visitStart(visit);
  const to = visitEnd(visit);
  return others.some((other) => visitStart(other) < to && visitEnd(other) > from) ? 'overlaps' : undefined;
}

export function momentOf(context: Context, at = context.at): Moment {
  const { tappedAt, receivedAt, zone, certainty, actor: by, device, op } = context;
  return { at, tappedAt, receivedAt, zone, certainty, by, device, op };
}

/** Visits that a decision sees on either side of a time. */
export const VISITS_BESIDE = 2;

/** The window `ReadDocuments.nearbyVisits`; takes all visits of one visitor, earliest first. `at`: ISO. */
export function nearbyVisits(visits: readonly StoredVisit[], at: string): StoredVisit[] {
  const later = visits.findIndex(({ visit }) => visitStart(visit) > at);
  const split = later === -1 ? visits.length : later;
  const near = visits.slice(Math.max(0, split - VISITS_BESIDE), split + VISITS_BESIDE);
  const open = visits.filter((stored) => stored.visit.open && !near.includes(stored));
  return [...open, ...near].toSorted((a, b) => (visitStart(a.visit) < visitStart(b.visit) ? -1 : 1));
}

export function byStart(a: StoredVisit, b: StoredVisit): number {
  const [one, other] = [visitStart(a.visit), visitStart(b.visit)];
  return one < other || (one === other && a.path < b.path) ? -1 : 1;
}

/** The ends as a parent typed them, ISO. */
export interface Times {
  arrived: string | undefined;
  left: string | undefined;
}

/** Clock skew in ms that a typed time may lie in the future. */
const CLOCK_SLACK = 60_000;

/**
 * Screens show minutes: a time in the same minute as the other end or a neighbouring visit means that moment.
 * `now`: ISO.
 */
export function snapTimes(visit: Visit, others: readonly Visit[], typed: Times, now: string): Times {
  const arrived = typed.arrived && clampToNow(snapForward(typed.arrived, others.map(visitEnd)), now);
  const left = typed.left && clampToNow(snapBack(typed.left, others.map(visitStart)), now);
  const begun = arrived ?? visit.arrived?.at;
  const ended = left ?? visit.left?.at;
  if (!begun || !ended || begun <= ended || !isSameMinute(begun, ended)) return { arrived, left };
  return arrived ? { arrived: ended, left } : { arrived, left: begun };
}

function snapForward(at: string, moments: readonly string[]): string {
  return moments.find((moment) => moment > at && isSameMinute(moment, at)) ?? at;
}

function snapBack(at: string, moments: readonly string[]): string {
  return moments.find((moment) => moment < at && isSameMinute(moment, at)) ?? at;
}

/** No later tap may seem to precede it. */
function clampToNow(at: string, now: string): string {
  return at > now && Date.parse(at) <= Date.parse(now) + CLOCK_SLACK ? now : at;
}

function isSameMinute(one: string, other: string): boolean {
  return one.slice(0, 16) === other.slice(0, 16);
}

const LONG_VISIT_MS = 4 * HOUR_MS;

/** In ms: the evening of arrival by the phone's zone, but not before four hours. Undefined: never asks. */
export function asksFrom(
  { open, arrived, staysNight }: Pick<Visit, 'open' | 'arrived' | 'staysNight'>,
  eveningOf: (arrived: number) => number,
): number | undefined {
  if (!open || !arrived || staysNight) return undefined;
  const began = Date.parse(arrived.at);
  return Math.max(eveningOf(began), began + LONG_VISIT_MS);
}
