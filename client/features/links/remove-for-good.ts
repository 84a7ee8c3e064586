import type { Household, HouseholdView } from '#client/data/port.ts';
import { type Failure, runCommand } from '#client/forms/run-command.ts';
import { removePerson } from '#client/people/person-dialog.tsx';
import type { Id } from '#domain/ids.ts';
import type { VisitorRef } from '#domain/paths.ts';

/** Removals stored at a time; the screen updates in between. */
const BATCH_SIZE = 50;

/** All visits of a person, and the removed ones that could be restored. */
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

/** Removes the person last, so that the request stands until all is stored; a second call continues. */
export async function removeForGood(
  household: Household | undefined,
  ref: VisitorRef,
  onProgress: (done: number, count: number) => void,
): Promise<Failure | undefined> {
  const visits = household ? visitsToRemove(household.view(), ref) : [];
  const remove = (visit: Id) =>
    runCommand(() => household?.run('deleteVisit', { ...ref, visit, forGood: true }));
  for (let done = 0; done < visits.length; done += BATCH_SIZE) {
    onProgress(done, visits.length);
    const results = await Promise.all(visits.slice(done, done + BATCH_SIZE).map(remove));
    const failed = results.find(({ failure }) => !isRemoved(failure));
    if (failed) return failed.failure;
  }
  const person = { kind: ref.kind, child: ref.child, id: ref.visitor };
  const { failure } = await runCommand(() => household && removePerson(household, person));
  return isRemoved(failure) ? undefined : failure;
}

/** A refusal means that another phone removed it already. */
function isRemoved(failure: Failure | undefined): boolean {
  return failure === undefined || typeof failure === 'object';
}
