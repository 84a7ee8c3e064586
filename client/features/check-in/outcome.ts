import type { RunResult, VisitorView } from '#client/data/port.ts';
import type { Status } from '#domain/documents.ts';

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
