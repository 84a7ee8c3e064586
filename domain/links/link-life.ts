import type { Friend, Guest, Visit } from '../documents.ts';
import type { Id } from '../ids.ts';
import { LINK_AFTER_VISIT_MS, LINK_LIFE_MS } from '../limits.ts';
import type { VisitLink } from './link-fields.ts';

/**
 * In ms: LINK_AFTER_VISIT_MS after the check-out was tapped or received, whichever is later; without one,
 * after the arrival.
 */
export function linksEnd({ open, arrived, left }: Pick<Visit, 'open' | 'arrived' | 'left'>): number {
  if (open) return Number.POSITIVE_INFINITY;
  const last = left ?? arrived;
  if (!last) return Number.NEGATIVE_INFINITY;
  return Math.max(Date.parse(last.at), Date.parse(last.receivedAt)) + LINK_AFTER_VISIT_MS;
}

/** In ms. From then on, an open visit counts as forgotten. */
export function followingEnd(visit: Visit): number {
  const { open, arrived, expected, staysNight } = visit;
  if (!open) return linksEnd(visit);
  const known = [arrived, expected, staysNight].flatMap((one) => (one ? [Date.parse(one.at)] : []));
  return Math.max(...known) + LINK_LIFE_MS;
}

/** In ms. */
export function linkEnd(
  visit: Pick<Visit, 'open' | 'arrived' | 'left'>,
  { madeAt }: Pick<VisitLink, 'madeAt'>,
): number {
  return Math.min(Date.parse(madeAt) + LINK_LIFE_MS, linksEnd(visit));
}

export function refusesLinks({ linkRefusal }: Pick<Friend | Guest, 'linkRefusal'>): boolean {
  return linkRefusal !== undefined && linkRefusal.allowedAt === undefined;
}

/** A link from before the refusal stays dead, even if links are allowed again. */
export function isRefusedLink(
  { linkRefusal }: Pick<Friend | Guest, 'linkRefusal'>,
  { madeAt }: Pick<VisitLink, 'madeAt'>,
): boolean {
  if (!linkRefusal) return false;
  return linkRefusal.allowedAt === undefined || madeAt <= linkRefusal.at;
}

/** `now`: ms. */
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

/** The answer came through a link. */
export function withoutLinks(visit: Visit): Visit {
  const { links: _links, answer: _answer, ...rest } = visit;
  return rest;
}

/**
 * `before`: ISO. Without links left, an older answer is dropped too: it came through a follow. The same visit
 * if unchanged.
 */
export function withoutOldLinks(visit: Visit, before: string): Visit {
  const kept = withLinks(visit, ({ madeAt }) => madeAt >= before);
  const isOver = kept.answer !== undefined && !kept.links?.length && kept.answer.at < before;
  return isOver ? withoutLinks(kept) : kept;
}

/** Gives the same visit if unchanged. */
export function withoutLinksBy(visit: Visit, uid: Id): Visit {
  return withLinks(visit, ({ by }) => by !== uid);
}

/** The answer is deleted with the last link. */
function withLinks(visit: Visit, isKept: (link: VisitLink) => boolean): Visit {
  const { links = [] } = visit;
  const kept = links.filter(isKept);
  if (kept.length === links.length) return visit;
  return kept.length === 0 ? withoutLinks(visit) : { ...visit, links: kept };
}
