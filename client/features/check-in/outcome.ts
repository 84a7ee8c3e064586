import type { HouseholdView, RunResult, VisitorView } from '#client/data/port.ts';
import type { CommandArgs } from '#domain/commands/catalogue.ts';
import type { Status } from '#domain/documents.ts';
import type { VisitorRef } from '#domain/paths.ts';

/** What came of a tap, for the words in the modal. */
export type Outcome =
  | { kind: 'changed'; name: string; mode: Status }
  | { kind: 'unchanged'; name: string; mode: Status; since: string }
  | { kind: 'refused' }
  | { kind: 'not-stored' };

export function outcomeOf(result: RunResult, name: string, mode: Status): Outcome {
  if (!result.done) return { kind: 'refused' };
  return result.since === undefined
    ? { kind: 'changed', name, mode }
    : { kind: 'unchanged', name, mode, since: result.since };
}

/** A child's friends and guests, the one who came or went last first, then the newest. */
export function byRecency(visitors: readonly VisitorView[]): VisitorView[] {
  return visitors.toSorted((a, b) => (latestOf(a) < latestOf(b) ? 1 : -1));
}

function latestOf({ hasVisited, timestamp, createdAt }: VisitorView): string {
  return (hasVisited ? timestamp : undefined) ?? createdAt;
}

/** The arguments that take a visitor's latest change back, as the view knows them now. */
export function undoOf(view: HouseholdView, ref: VisitorRef): CommandArgs<'undo'> | undefined {
  const child = view.children.find(({ id }) => id === ref.child);
  const visitors = ref.kind === 'friend' ? child?.friends : child?.guests;
  return visitors?.find(({ ref: { visitor } }) => visitor === ref.visitor)?.undo;
}
