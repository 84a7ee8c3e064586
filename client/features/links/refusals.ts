import type { ChildView, Household, HouseholdView, VisitorView } from '#client/data/port.ts';
import { type Failure, runCommand } from '#client/forms/run-command.ts';
import { removePerson } from '#client/people/use-person-form.ts';
import type { Id } from '#domain/ids.ts';
import { LONG_UNANSWERED_DAYS } from '#domain/limits.ts';
import { refusesLinks } from '#domain/links/link-life.ts';
import type { VisitorRef } from '#domain/paths.ts';
import { DAY_MS } from '#domain/time.ts';

/** A refusal is told on the board for so long, and at the person as long as it stands. */
const TOLD_MS = 7 * DAY_MS;
/** GDPR, article 12.3: one month. */
const LONG_MS = LONG_UNANSWERED_DAYS * DAY_MS;

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

/** So many removals are stored together; what is on screen follows in between. */
const AT_ONCE = 50;

/** Lists everything of a person that has to go: the visits, and those that were removed before and could be put back. */
export function visitsToRemove({ children, history }: HouseholdView, ref: VisitorRef): Id[] {
  const present = history.filter(({ ref: { child, kind, visitor } }) =>
    isSame({ child, kind, visitor }, ref),
  );
  const kept = children.find(({ id }) => id === ref.child)?.removedVisits ?? [];
  const removed = kept.filter(
    ({ visit: { visitor } }) => visitor.kind === ref.kind && visitor.id === ref.visitor,
  );
  return [...new Set([...present.map(({ visit }) => visit), ...removed.map(({ id }) => id)])];
}

function isSame(one: VisitorRef, other: VisitorRef): boolean {
  return one.child === other.child && one.kind === other.kind && one.visitor === other.visitor;
}

/**
 * Removes a person for good: every visit first, and the person last, so that what asked for it stands until all of it is
 * stored. Cut short by a reload, it goes on where it was when it is called again. Returns a failure, if there was one.
 */
export async function removeForGood(
  household: Household | undefined,
  ref: VisitorRef,
  onProgress: (done: number, count: number) => void,
): Promise<Failure | undefined> {
  const visits = household ? visitsToRemove(household.view(), ref) : [];
  const remove = (visit: Id) =>
    runCommand(() => household?.run('deleteVisit', { ...ref, visit, forGood: true }));
  for (let done = 0; done < visits.length; done += AT_ONCE) {
    onProgress(done, visits.length);
    const results = await Promise.all(visits.slice(done, done + AT_ONCE).map(remove));
    const failed = results.find(({ failure }) => !isGone(failure));
    if (failed) return failed.failure;
  }
  const person = { kind: ref.kind, child: ref.child, id: ref.visitor };
  const { failure } = await runCommand(() => household && removePerson(household, person));
  return isGone(failure) ? undefined : failure;
}

/** A refusal says that it is gone already, removed on another phone. */
function isGone(failure: Failure | undefined): boolean {
  return failure === undefined || typeof failure === 'object';
}
