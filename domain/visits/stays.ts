import {
  accept,
  type Context,
  type Decision,
  type Notice,
  type Reading,
  type Reads,
  refuse,
  type StoredVisit,
  type Write,
} from '../command.ts';
import { type Friend, type Guest, type Moment, visitStart } from '../documents.ts';
import { profilePath, type VisitorRef, visitorPath, visitPath } from '../paths.ts';

/** How many stays a decision sees on either side of a time. */
export const STAYS_BESIDE = 2;

/** In: all stays of one visitor, earliest first, and a time. Out: what `Reading.around` promises. */
export function staysAround(stays: readonly StoredVisit[], at: string): StoredVisit[] {
  const later = stays.findIndex(({ visit }) => visitStart(visit) > at);
  const split = later === -1 ? stays.length : later;
  const near = stays.slice(Math.max(0, split - STAYS_BESIDE), split + STAYS_BESIDE);
  const open = stays.filter((stay) => stay.visit.open && !near.includes(stay));
  return [...open, ...near].toSorted((a, b) => (visitStart(a.visit) < visitStart(b.visit) ? -1 : 1));
}

/** One end of a stay as the tap of this op tells it. */
export function momentOf(context: Context, at = context.at): Moment {
  const { tappedAt, receivedAt, zone, certainty, actor: by, device, op } = context;
  return { at, tappedAt, receivedAt, zone, certainty, by, device, op };
}

/**
 * What the other family is to hear of a visitor. Where the acting parent switched notifications off they hear nothing,
 * and what waits about the same tap is cancelled all the same.
 */
export function noticesFor(
  reading: Reading,
  context: Context,
  visitor: Friend | Guest,
  news: Pick<Notice, 'about' | 'kind' | 'status' | 'at'>,
): Notice[] {
  const isOff = reading.get(profilePath(context.actor))?.notifications === false;
  if (isOff && news.kind === 'first') return [];
  const recipient =
    'parentPhone' in visitor ? { phone: visitor.parentPhone } : { userId: visitor.parentUserId };
  return [{ ...news, ...(isOff ? { kind: 'cancelled' } : {}), recipient, name: visitor.name }];
}

/** What a change of one visitor reads: the visitor, the stays beside the tap and the parent's notifications switch. */
export function visitorReads(visitor: VisitorRef, context: Context): Reads {
  return {
    paths: [visitorPath(visitor), profilePath(context.actor), visitPath(visitor.child, context.op)],
    around: { visitor, at: context.at },
  };
}

/** Deletes a visitor and keeps the visits; a stay still open ends with its departure unknown, for nobody can close it. */
export function removeVisitor(reading: Reading, ref: VisitorRef): Decision {
  const visitor = reading.get(visitorPath(ref));
  if (!visitor) return refuse('not-found');
  const closed = reading.around
    .filter(({ visit }) => visit.open)
    .map(({ path, visit }): Write => ({ put: path, document: { ...visit, open: false } }));
  return accept([...closed, { remove: visitorPath(ref) }]);
}
