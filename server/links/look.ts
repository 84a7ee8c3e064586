import { hash } from 'node:crypto';
import type { Friend, Guest } from '#domain/documents.ts';
import type { VisitLink } from '#domain/links/fields.ts';
import { linkEnd, livingLink } from '#domain/links/link-life.ts';
import { shownAnswer, shownVisit } from '#domain/links/reader.ts';
import { profilePath } from '#domain/paths.ts';
import type { ShownVisit, StoredByLink } from '#domain/protocol/link-calls.ts';
import { DAY_MS, isoTime } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { CallError } from '../http/call-error.ts';
import type { FeedStore, Linked, LinkStore } from '../store/ports/store.ts';

/** A link that shows its visit. */
export interface Living extends Linked {
  hash: string;
  link: VisitLink;
  /** The host refuses the visitor's number: only the family that made the link sees it, and learns nothing of that. */
  isRefused: boolean;
  /** The parent who made the link, with the number if they chose to show it; undefined if they have left the family. */
  sender: { name: string; phone: string | undefined; e164: string | undefined } | undefined;
  /** The server's time at which all of this held, ISO. */
  asOf: string;
}

export interface LookDeps extends Pick<Dependencies, 'now' | 'isNumberRefused' | 'e164'> {
  store: Pick<LinkStore, 'linked'> & Pick<FeedStore, 'restored'>;
}

/** Returns the SHA-256 by which a link is stored and found. Any text has one, so that a malformed secret is an unknown one. */
export function linkHash(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** For so long after a restore an unknown link may be one that its phone brings back, in ms. */
const UNSURE_MS = DAY_MS;

/**
 * Finds the visit of a link's hash; undefined if the link shows nothing, whatever the reason. One query without a lock. Throws
 * 'unavailable' if a restored backup may lack the link.
 */
export async function look(deps: LookDeps, linkHash: string): Promise<Living | undefined> {
  const found = await find(deps, linkHash);
  if (found === 'unknown' && mayComeBack(deps, 0)) throw new CallError('unavailable');
  return found === 'unknown' ? undefined : found;
}

/**
 * As `look`, but 'unknown' if no visit holds this hash: never given, taken back, or lost by a restore. Undefined means that one
 * holds it, but it is over or refused.
 */
export async function find(deps: LookDeps, linkHash: string): Promise<Living | 'unknown' | undefined> {
  const now = deps.now();
  const linked = await deps.store.linked(linkHash);
  return linked ? livingOf(deps, linked, linkHash, now) : 'unknown';
}

/** True of an unknown link, last found at `foundAt` (ms), if a restored backup may lack it and its phone may bring it back. */
export function mayComeBack({ store, now }: LookDeps, foundAt: number): boolean {
  const { at } = store.restored() ?? {};
  return at !== undefined && foundAt < at && now() < at + UNSURE_MS;
}

/** Returns what was found by a link's hash if the link shows it at `now` (ms), else undefined. */
export function livingOf(
  { isNumberRefused, e164 }: Pick<LookDeps, 'isNumberRefused' | 'e164'>,
  linked: Linked,
  linkHash: string,
  now: number,
): Living | undefined {
  const link = livingLink(linked.visit, linked.visitor, linkHash, now);
  const phone = certainPhone(linked.visitor);
  if (!link) return undefined;
  const isRefused = phone !== undefined && isNumberRefused?.(phone) === true;
  const profile = linked.profiles[profilePath(link.by)];
  const shown = link.showsPhone ? profile?.phone : undefined;
  const sender = profile && { name: profile.firstName, phone: shown, e164: shown && e164(shown) };
  return { ...linked, hash: linkHash, link, sender, isRefused, asOf: isoTime(now) };
}

/** Returns the number by which whoever hosts can refuse links: a friend's in E.164 form, if it is certain. */
export function certainPhone(visitor: Friend | Guest): string | undefined {
  return 'parentPhoneE164' in visitor ? visitor.parentPhoneE164 : undefined;
}

/** Returns the time (ms) from which a link that lives now shows nothing, if nothing changes. */
export function endOf({ visit, link }: Living): number {
  return linkEnd(visit, link);
}

/** Returns what the holder of a link sees; `isOwn`: the device is signed in to the family that made it. */
export function shownTo(living: Living, isOwn: boolean): ShownVisit {
  const { visit, visitor, child, sender, asOf } = living;
  const people = { visitor: visitor.name, child: child.name, sender };
  return shownVisit(visit, people, isOwn, asOf);
}

/** The digits of a phone number that the holder of a link is told: it may be a stranger. */
const TOLD_DIGITS = 2;

/** Returns what the holder of a link may know of what is stored: this visit, the typed name, the end of the number. */
export function storedBy(living: Living, isOwn: boolean): StoredByLink {
  const { visit, visitor, link, keepVisits } = living;
  const replaced = visit.answer?.replaced;
  const phone = 'parentPhone' in visitor ? visitor.parentPhone : undefined;
  return {
    name: visitor.name,
    phoneEnding: phone === undefined ? null : phone.replace(/\D/g, '').slice(-TOLD_DIGITS),
    visit: shownTo(living, isOwn),
    madeAt: link.madeAt,
    openedAt: link.openedAt ?? null,
    replaced: replaced ? shownAnswer(replaced) : null,
    keptDays: keepVisits,
  };
}
