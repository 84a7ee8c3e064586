import type { Id } from '#domain/ids.ts';
import type { RetentionStore } from '../../ports/retention.ts';
import { sql } from '../../shared/queries.ts';
import type { Connections } from '../connection/connections.ts';
import { lockHousehold } from './household-transaction.ts';

/** The next households after $1, each with its version at time $3: the highest among outcomes recorded before then, if there are any. */
const nextHouseholds = sql<{ id: Id; version: number | null }>(`
   SELECT h.id, (SELECT max(coalesce(o.version, 0)) FROM outcomes o WHERE o.household = h.id AND o.recorded_at < $3) AS version
   FROM households h WHERE h.id > $1 ORDER BY h.id LIMIT $2`);

const purge = sql(`
   WITH removals AS (
     DELETE FROM documents WHERE household = $1 AND body IS NULL AND version <= $2 RETURNING version
   )
   UPDATE households SET floor = greatest(floor, (SELECT max(version) FROM removals)) WHERE id = $1`);

/** Households whose outcomes a step looks at. */
const HOUSEHOLDS_PER_STEP = 25;

const purgeNextOutcomes = sql<{ last: Id | null; count: number }>(`
   WITH next AS MATERIALIZED (SELECT id FROM households WHERE id > $1 ORDER BY id LIMIT $2), gone AS (
     DELETE FROM outcomes WHERE household IN (SELECT id FROM next) AND recorded_at < $3
   )
   SELECT max(id) AS last, count(*)::int AS count FROM next`);

/** The rows that one step deletes. */
const ROWS_PER_STEP = 200;

// SKIP LOCKED: what another instance is purging is skipped.
const purgeNext = sql<{ found: number }>(`
   WITH next AS MATERIALIZED (
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
   SELECT count(*)::int AS found FROM next`);

/** The store's calls that delete what was removed, and what is kept for a limited time. */
export function purgeCalls(
  connections: Connections,
): Pick<RetentionStore, 'purgeTombstones' | 'purgeOutcomes' | 'purgeRemoved'> {
  return {
    async purgeTombstones(after = '', before, limit) {
      const households = await connections.query(nextHouseholds, after, limit, Date.parse(before));
      for (const { id, version } of households) {
        if (version === null) continue;
        await connections.transaction(id, async (connection) => {
          await lockHousehold(connection, id);
          await connection.query(purge, id, version);
        });
      }
      return households.length < limit ? null : (households.at(-1)?.id ?? null);
    },
    async purgeOutcomes(after = '', before) {
      const values = [after, HOUSEHOLDS_PER_STEP, Date.parse(before)] as const;
      const [next] = await connections.query(purgeNextOutcomes, ...values);
      return next?.count === HOUSEHOLDS_PER_STEP ? next.last : null;
    },
    purgeRemoved: async () => ((await connections.query(purgeNext, ROWS_PER_STEP))[0]?.found ?? 0) > 0,
  };
}
