import type { Friend, Guest, Visit } from '../documents.ts';
import type { Id } from '../ids.ts';

/**
 * Returns the visitor since a visit that enters the history afterwards, added or put back: in if it is open, else out.
 * Undefined if the visitor is here or something later is known, so that the present stays as it is.
 */
export function visitorSince(
  visitor: Friend | Guest,
  id: Id,
  { open, arrived, left }: Visit,
): Friend | Guest | undefined {
  const moment = open ? arrived : left;
  const { status, latest, timestamp } = visitor;
  const isKnownLater = latest !== undefined && timestamp !== undefined && timestamp > (moment?.at ?? '');
  if (!moment || status === 'in' || isKnownLater) return undefined;
  const { at, op, device } = moment;
  const change = { timestamp: at, latest: { op, device, visit: id } };
  return { ...visitor, ...change, ...(open ? { status: 'in', openVisit: id } : {}) };
}
