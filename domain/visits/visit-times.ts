import type { Visit } from '../documents.ts';

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
