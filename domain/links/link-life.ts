import type { Friend, Guest, Visit } from '../documents.ts';
import type { Id } from '../ids.ts';
import { LINK_AFTER_VISIT_MS, LINK_LIFE_MS } from '../limits.ts';
import type { VisitLink } from './fields.ts';

/**
 * Returns the time (ms) from which links of a visit show nothing because it is over: LINK_AFTER_VISIT_MS after its
 * check-out was tapped or reached the server, whichever is later; without a departure, the arrival counts. Infinity while it is open.
 */
export function linksEnd({ open, arrived, left }: Pick<Visit, 'open' | 'arrived' | 'left'>): number {
  if (open) return Number.POSITIVE_INFINITY;
  const last = left ?? arrived;
  if (!last) return Number.NEGATIVE_INFINITY;
  return Math.max(Date.parse(last.at), Date.parse(last.receivedAt)) + LINK_AFTER_VISIT_MS;
}

/** Returns the time (ms) from which a following shows a visit no more; an open one was then forgotten, or nobody checked it out. */
export function followingEnd(visit: Visit): number {
  const { open, arrived, expected, staysNight } = visit;
  if (!open) return linksEnd(visit);
  const known = [arrived, expected, staysNight].flatMap((one) => (one ? [Date.parse(one.at)] : []));
  return Math.max(...known) + LINK_LIFE_MS;
}

/** Returns the time (ms) from which a link shows nothing. */
export function linkEnd(
  visit: Pick<Visit, 'open' | 'arrived' | 'left'>,
  { madeAt }: Pick<VisitLink, 'madeAt'>,
): number {
  return Math.min(Date.parse(madeAt) + LINK_LIFE_MS, linksEnd(visit));
}

/** True as long as the other family wants no links. */
export function refusesLinks({ linkRefusal }: Pick<Friend | Guest, 'linkRefusal'>): boolean {
  return linkRefusal !== undefined && linkRefusal.allowedAt === undefined;
}

/** True for a link that the other family refused: one from before the refusal stays dead, also after links are allowed again. */
export function isRefusedLink(
  { linkRefusal }: Pick<Friend | Guest, 'linkRefusal'>,
  { madeAt }: Pick<VisitLink, 'madeAt'>,
): boolean {
  if (!linkRefusal) return false;
  return linkRefusal.allowedAt === undefined || madeAt <= linkRefusal.at;
}

/** Returns the link of this hash if it shows the visit at `now` (ms), else undefined. */
export function livingLink(
  visit: Visit,
  visitor: Pick<Friend | Guest, 'linkRefusal'>,
  hash: string,
  now: number,
): VisitLink | undefined {
  const link = visit.links?.find((one) => one.hash === hash);
  if (!link || isRefusedLink(visitor, link) || now >= linkEnd(visit, link)) return undefined;
  return link;
}

/** Returns the visit without its links, and without the answer, which came through one of them. */
export function withoutLinks(visit: Visit): Visit {
  const { links: _links, answer: _answer, ...rest } = visit;
  return rest;
}

/**
 * Returns the visit without the links that were made before a time (ISO); without any link also an answer from before it goes, which
 * came from a family that follows. The same visit if there is nothing to strip.
 */
export function withoutOldLinks(visit: Visit, before: string): Visit {
  const kept = withLinks(visit, ({ madeAt }) => madeAt >= before);
  const isOver = kept.answer !== undefined && !kept.links?.length && kept.answer.at < before;
  return isOver ? withoutLinks(kept) : kept;
}

/** Returns the visit without the links that an account made; the same visit if there are none. */
export function withoutLinksBy(visit: Visit, uid: Id): Visit {
  return withLinks(visit, ({ by }) => by !== uid);
}

/** The answer goes with the last link. */
function withLinks(visit: Visit, isKept: (link: VisitLink) => boolean): Visit {
  const { links = [] } = visit;
  const kept = links.filter(isKept);
  if (kept.length === links.length) return visit;
  return kept.length === 0 ? withoutLinks(visit) : { ...visit, links: kept };
}
