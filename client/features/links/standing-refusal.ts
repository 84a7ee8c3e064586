import type { ChildView, VisitorView } from '#client/data/port.ts';
import { refusesLinks } from '#domain/links/link-life.ts';
import { DAY_MS } from '#domain/time.ts';

/** A refusal is told on the board for so long, and at the person as long as it stands. */
const TOLD_MS = 7 * DAY_MS;
/** GDPR, article 12.3: one month. */
const LONG_MS = 30 * DAY_MS;

/** The words of the visitor's family through a link that still stand: a request that nobody answered, or that it wants no links. */
export function standingRefusal({
  linkRefusal,
}: Pick<VisitorView, 'linkRefusal'>): 'asks-removal' | 'refuses' | undefined {
  if (linkRefusal?.removalAskedAt && !linkRefusal.keptAt) return 'asks-removal';
  return linkRefusal && refusesLinks({ linkRefusal }) ? 'refuses' : undefined;
}

/** True if a request that nobody answered is older than 30 days at `now` (ms). */
export function hasWaitedLong({ linkRefusal }: Pick<VisitorView, 'linkRefusal'>, now: number): boolean {
  return linkRefusal?.removalAskedAt !== undefined && now - Date.parse(linkRefusal.removalAskedAt) > LONG_MS;
}

/** Lists those whom the board tells of at `now` (ms): every request, the oldest first, then the refusals of the last week. */
export function toldOnBoard(list: readonly ChildView[], now: number): VisitorView[] {
  const told = list
    .flatMap(({ friends, guests }) => [...friends, ...guests])
    .filter((visitor) => visitor.linkRefusal && isTold(visitor, now));
  const order = (visitor: VisitorView) =>
    `${standingRefusal(visitor) === 'asks-removal' ? 0 : 1} ${visitor.linkRefusal?.at}`;
  return told.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
}

function isTold(visitor: VisitorView, now: number): boolean {
  const said = standingRefusal(visitor);
  return said === 'asks-removal' || (said === 'refuses' && now - since(visitor) < TOLD_MS);
}

const since = ({ linkRefusal }: VisitorView) => Date.parse(linkRefusal?.at ?? '');
