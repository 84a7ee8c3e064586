import type { StoredVisit } from '../command.ts';
import { visitStart } from './visit-times.ts';

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
