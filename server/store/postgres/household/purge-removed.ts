import { statement } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';

/** The rows that one step deletes. */
const ROWS_PER_STEP = 200;

// SKIP LOCKED: what another instance is purging is skipped.
const purgeNext = statement<{ found: number }>(
  'purge-removed',
  `WITH next AS MATERIALIZED (
     SELECT household, path FROM purges ORDER BY household, path LIMIT 1 FOR UPDATE SKIP LOCKED
   ), doomed AS MATERIALIZED (
     SELECT d.household, d.path FROM next n CROSS JOIN LATERAL (
       SELECT household, path FROM documents
       WHERE household = n.household AND path > n.path || '/' AND path < n.path || '0' LIMIT $1) d
   ), deleted AS (
     DELETE FROM documents d USING doomed WHERE d.household = doomed.household AND d.path = doomed.path
   ), done AS (
     DELETE FROM purges p USING next WHERE p.household = next.household AND p.path = next.path
       AND (SELECT count(*) FROM doomed) < $1
   )
   SELECT count(*)::int AS found FROM next`,
);

/** The port's `purgeRemoved`. */
export async function purgeRemoved(connections: Connections): Promise<boolean> {
  const [row] = await connections.query(purgeNext, ROWS_PER_STEP);
  return row !== undefined && row.found > 0;
}
