import type { DatabaseSync } from 'node:sqlite';
import type { Id } from '#domain/ids.ts';
import { LIMIT_GIVEN, query, write } from '../connection/connection.ts';

/** Ops that a step looks at: they lie together, and a tap does not wait long for them. */
const OPS_PER_STEP = 5000;

/**
 * Prepares a step through all outcomes in the order of their ops, which deletes those that a condition on one value finds. It
 * returns the op after which the next step goes on, or null after the last one.
 */
export function outcomeStep(
  db: DatabaseSync,
  condition: string,
): (after: Id, value: number | string) => Id | null {
  const next = query<{ last: Id | null; count: number }>(
    db,
    `SELECT max(op) AS last, count(*) AS count FROM (SELECT op FROM outcomes WHERE op > ? ORDER BY op ${LIMIT_GIVEN})`,
  );
  const purge = write(db, `DELETE FROM outcomes WHERE op > ? AND op <= ? AND ${condition}`);
  return (after, value) => {
    const { last, count } = next.get(after, OPS_PER_STEP) ?? { last: null, count: 0 };
    if (last !== null) purge(after, last, value);
    return count < OPS_PER_STEP ? null : last;
  };
}

/** Prepares the port's `purgeOutcomes`. */
export function outcomePurger(db: DatabaseSync): (after: Id | undefined, before: string) => Id | null {
  const step = outcomeStep(db, 'recorded_at < ?');
  return (after, before) => step(after ?? '', Date.parse(before));
}
