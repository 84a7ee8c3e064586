import { dialable } from '#domain/dialable.ts';
import type { VisitLink } from '#domain/links/link-fields.ts';
import { toSharedVisit } from '#domain/links/link-holder.ts';
import { livingLink } from '#domain/links/link-life.ts';
import { profilePath } from '#domain/paths.ts';
import type { SharedVisit } from '#domain/protocol/link-calls.ts';
import { DAY_MS, isoTime } from '#domain/time.ts';
import { isLatestVisit } from '#domain/trips/trip.ts';
import type { Dependencies } from '../dependencies.ts';
import { certainPhone } from '../following/visibility.ts';
import type { Linked } from '../store/ports/store.ts';

export interface ActiveLink extends Linked {
  hash: string;
  link: VisitLink;
  /** The operator refuses the visitor's number: only the family that made the link sees it, unaware. */
  isRefused: boolean;
  /** The parent who made the link, `phone` if they show it; undefined if they left the family. */
  sender: { name: string; phone: string | undefined; e164: string | undefined } | undefined;
  /** The server's time of the read, ISO. */
  asOf: string;
}

/** In ms after a restore: an unknown link may be one that its phone brings back. */
const UNSURE_MS = DAY_MS;

/** 'unknown': never given, taken back, or lost by a restore. Undefined: over or refused. */
export async function find(deps: Dependencies, hash: string): Promise<ActiveLink | 'unknown' | undefined> {
  const now = deps.now();
  const linked = await deps.store.linked(hash);
  if (!linked) return 'unknown';
  return toActiveLink(deps, linked, hash, now);
}

/** A restored backup may lack the link, last found at `foundAt` (ms), until its phone brings it back. */
export function mayComeBack({ store, now }: Dependencies, foundAt: number): boolean {
  const { at } = store.restored() ?? {};
  return at !== undefined && foundAt < at && now() < at + UNSURE_MS;
}

/** Undefined if the link shows nothing at `now` (ms). */
export function toActiveLink(
  { isNumberRefused, e164 }: Dependencies,
  linked: Linked,
  hash: string,
  now: number,
): ActiveLink | undefined {
  const link = livingLink(linked.visit, linked.visitor, hash, now);
  const phone = certainPhone(linked.visitor);
  if (!link) return undefined;
  const isRefused = phone !== undefined && isNumberRefused?.(phone) === true;
  const profile = linked.profiles[profilePath(link.by)];
  const shown = link.showsPhone ? profile?.phone : undefined;
  const sender = profile && {
    name: profile.firstName,
    phone: shown,
    e164: shown && (e164(shown) ?? dialable(shown)),
  };
  return { ...linked, hash, link, sender, isRefused, asOf: isoTime(now) };
}

/** `isOwn`: the device is signed in to the family that made the link. */
export function sharedVisitOf(activeLink: ActiveLink, isOwn: boolean): SharedVisit {
  const { visit, path, visitor, child, sender, asOf } = activeLink;
  const isLatest = isLatestVisit(visitor, path);
  // A family that follows may be asked on; who said it by the link is not.
  const people = { visitor: visitor.name, child: child.name, sender, isLatest, isFollowed: false };
  return toSharedVisit(visit, people, isOwn, asOf);
}
