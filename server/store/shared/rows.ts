import type { Id } from '#domain/ids.ts';
import { parsePath } from '#domain/paths.ts';
import type { Change, Outcome } from '#domain/protocol/sync.ts';
import type { Batch } from '../ports/store.ts';

/** The columns of an op's outcome: nearly all are plainly done, and stored as their version. */
export interface OutcomeColumns {
  /** Null of a refusal. */
  version: number | null;
  /** The outcome as JSON, without the op; null of an op that is plainly done. */
  outcome: string | null;
}

export function outcomeColumns({ op: _, ...outcome }: Outcome): OutcomeColumns {
  if (outcome.result !== 'done') return { version: null, outcome: JSON.stringify(outcome) };
  const isPlain = outcome.since === undefined;
  return { version: outcome.version, outcome: isPlain ? null : JSON.stringify(outcome) };
}

/** `recordedAt`: the server's clock when it was decided, in ms. */
export function outcomeOf(op: Id, { version, outcome }: OutcomeColumns, recordedAt: number): Outcome {
  if (outcome === null) return { op, result: 'done', version: version ?? 0, receivedAt: recordedAt };
  const stored: Outcome = { op, ...JSON.parse(outcome) };
  return stored.result === 'done' ? { ...stored, receivedAt: recordedAt } : stored;
}

/** Returns the children that a request removes; their unsent notices go with them. */
export function removedChildren({ documents }: Pick<Batch, 'documents'>): Id[] {
  return documents.flatMap(({ path, document }) => {
    const { kind, id } = (document === undefined && parsePath(path)) || {};
    return kind === 'child' && id !== undefined ? [id] : [];
  });
}

const OF_PROFILES = "path > 'profiles/' AND path < 'profiles0' AND body IS NOT NULL";

/** SQL of a JSON object of a household's profiles, by path; `household` leads the keys of its rows. */
export const profilesOf = (household: string) =>
  `(SELECT '{' || coalesce(string_agg('"' || path || '":' || body, ','), '') || '}' FROM documents
    WHERE household = ${household} AND ${OF_PROFILES})`;
/** The same for SQLite. */
export const sqliteProfilesOf = (household: string) =>
  `(SELECT json_group_object(path, json(body)) FROM people WHERE household = ${household} AND ${OF_PROFILES})`;

/** A document's row in the feed; a null body is a tombstone. */
export interface ChangeRow {
  path: string;
  version: number;
  body: string | null;
}

export function changeOf({ path, version, body }: ChangeRow): Change {
  return body === null ? { path, version } : { path, version, document: JSON.parse(body) };
}
