import type { Friend, Guest } from '#domain/documents.ts';
import { followingEnd, refusesLinks } from '#domain/links/link-life.ts';
import { shownVisit } from '#domain/links/reader.ts';
import { firstName, isSameFirstName } from '#domain/names.ts';
import type { Following } from '#domain/protocol/following-calls.ts';
import type { ShownVisit } from '#domain/protocol/link-calls.ts';
import { isoTime } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { certainPhone } from '../links/look.ts';
import type { FeedStore, FollowedRow, FollowRow, Linked } from '../store/ports/store.ts';

interface LookDeps extends Pick<Dependencies, 'isNumberRefused'> {
  store: Pick<FeedStore, 'restored'>;
}

/** Returns the first name that a question or a yes is for, in letters that both stores keep: names of an older version may hold others. */
export function followedName(visitorName: string): string {
  return firstName(visitorName).toWellFormed().replaceAll('\0', '\ufffd');
}

/** A friend or guest as far as a yes depends on it. */
export type Named = Pick<Friend | Guest, 'name' | 'renamedAt'>;

/**
 * True of a yes that shows nothing until it is said anew: a backup was restored since, which may have brought back a following
 * that was ended; or the visitor got another first name since, and may be another child, also under the former name again.
 */
export function isPaused(
  { store }: Pick<LookDeps, 'store'>,
  { agreedAt, name }: Pick<FollowRow, 'agreedAt' | 'name'>,
  visitor: Named,
): boolean {
  if (agreedAt === null) return false;
  const restoredAt = store.restored()?.at ?? Number.NEGATIVE_INFINITY;
  if (Date.parse(agreedAt) <= Math.max(restoredAt, renamedAt(visitor))) return true;
  // Documents renamed by an earlier version have no stamp.
  return !isSameFirstName(followedName(visitor.name), name);
}

/** The time of the last new first name, in ms. */
export function renamedAt({ renamedAt: at }: Named): number {
  return at === undefined ? Number.NEGATIVE_INFINITY : Date.parse(at);
}

/** True if a home may see now when this visitor comes and goes: both families agree, and neither they nor whoever hosts refuses it. */
export function isShared(
  deps: LookDeps,
  row: Pick<FollowRow, 'agreedAt' | 'name'>,
  visitor: Friend | Guest,
): boolean {
  if (row.agreedAt === null || isPaused(deps, row, visitor) || refusesLinks(visitor)) return false;
  const phone = certainPhone(visitor);
  return phone === undefined || !deps.isNumberRefused?.(phone);
}

/** Returns the visit that a following shows at `now` (ms): the one that a link would show, unless nobody thought of the check-out. */
export function seenIn(deps: LookDeps, row: FollowedRow, now: number): Linked | undefined {
  const { seen } = row;
  if (!seen || !isShared(deps, row, seen.visitor) || now >= followingEnd(seen.visit)) return undefined;
  return seen;
}

/** Returns a visit as the holder of a link sees it, without a sender: nobody sent it. */
export function shownTo({ visit, visitor, child }: Linked, now: number): ShownVisit {
  const people = { visitor: visitor.name, child: child.name, sender: undefined };
  return shownVisit(visit, people, false, isoTime(now));
}

/** Returns what a home is told of a following: nothing but the question before the yes. */
export function followingOf(deps: LookDeps, row: FollowedRow, now: number): Following {
  const { id, askedAt, agreedAt, name, seen } = row;
  const shown = seenIn(deps, row, now);
  // After a forgotten check-out nobody knows if the child is there.
  const isKnown = seen && (shown || !seen.visit.open) && isShared(deps, row, seen.visitor);
  const child = isKnown ? firstName(seen.child.name) : null;
  const visit = shown ? shownTo(shown, now) : null;
  return { id, askedAt, agreedAt, name: agreedAt === null ? null : name, child, visit };
}
