import type { Context, StoredVisit } from '../command.ts';
import type { Moment, Visit } from '../documents.ts';
import type { VisitorRef } from '../paths.ts';
import type { RefusalCode } from '../protocol/refusal.ts';
import { DAY_MS } from '../time.ts';

/** Returns the time a visit is sorted by: its arrival, else its departure. Every visit has one of the two. */
export function visitStart(visit: Visit): string {
  return visit.arrived?.at ?? visit.left?.at ?? '';
}

/** Returns the later of arrival and departure; the history sorts by it, newest first (specification, section 2). */
export function visitLatest(visit: Visit): string {
  return visit.left?.at ?? visit.arrived?.at ?? '';
}

/** Returns the last time a visit covers: no end if it is open, its only moment if one end is unknown. */
export function visitEnd(visit: Visit): string {
  return visit.open ? '~' : visitLatest(visit);
}

/** True if a visit is one of this visitor. */
export function isOf({ visitor }: Visit, ref: VisitorRef): boolean {
  return visitor.id === ref.visitor && visitor.kind === ref.kind;
}

/** True if the other family may have been told of an arrival or departure within a day: a correction still helps. */
export function isToldLately({ receivedAt }: Moment, context: Context): boolean {
  return Date.parse(context.receivedAt) - Date.parse(receivedAt) <= DAY_MS;
}

/** Returns why the ends of a visit cannot be so at `now` (ISO), or undefined if they can. */
export function timesProblem({ arrived, left }: Visit, now: string): RefusalCode | undefined {
  if ((arrived?.at ?? '') > now || (left?.at ?? '') > now) return 'in-the-future';
  return arrived && left && arrived.at > left.at ? 'ends-before-start' : undefined;
}

/** Returns 'overlaps' if a visit shares more than a moment with another of the same visitor. */
export function overlap(others: readonly Visit[], visit: Visit): RefusalCode | undefined {
  const from = visitStart(visit);
  const to = visitEnd(visit);
  return others.some((other) => visitStart(other) < to && visitEnd(other) > from) ? 'overlaps' : undefined;
}

/** Returns one end of a visit, arrival or departure, as the op's tap records it. */
export function momentOf(context: Context, at = context.at): Moment {
  const { tappedAt, receivedAt, zone, certainty, actor: by, device, op } = context;
  return { at, tappedAt, receivedAt, zone, certainty, by, device, op };
}

/** Number of visits that a decision sees on either side of a time. */
export const VISITS_BESIDE = 2;

/** Returns the window of `ReadDocuments.around` from all visits of one visitor, earliest first, and an ISO time. */
export function visitsAround(visits: readonly StoredVisit[], at: string): StoredVisit[] {
  const later = visits.findIndex(({ visit }) => visitStart(visit) > at);
  const split = later === -1 ? visits.length : later;
  const near = visits.slice(Math.max(0, split - VISITS_BESIDE), split + VISITS_BESIDE);
  const open = visits.filter((stored) => stored.visit.open && !near.includes(stored));
  return [...open, ...near].toSorted((a, b) => (visitStart(a.visit) < visitStart(b.visit) ? -1 : 1));
}

/** Orders visits by their start, then by path. */
export function byStart(a: StoredVisit, b: StoredVisit): number {
  const [one, other] = [visitStart(a.visit), visitStart(b.visit)];
  return one < other || (one === other && a.path < b.path) ? -1 : 1;
}
