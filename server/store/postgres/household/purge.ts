import type { Id } from '#domain/ids.ts';
import type { PurgeBefore } from '../../ports/retention.ts';
import { statement } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';
import { lockHousehold } from './household-transaction.ts';

/** The next households after $1, each with its version at time $3: the highest among outcomes recorded before then. */
const nextHouseholds = statement<{ id: Id; version: number | null }>(
  'households-to-purge',
  `SELECT h.id, (SELECT max((o.outcome::json ->> 'version')::bigint) FROM outcomes o
     WHERE o.household = h.id AND o.recorded_at < $3) AS version
   FROM households h WHERE h.id > $1 ORDER BY h.id LIMIT $2`,
);

const purge = statement(
  'purge-tombstones',
  `WITH removals AS (
     DELETE FROM documents WHERE household = $1 AND body IS NULL AND version <= $2 RETURNING version
   ), outcomes AS (
     DELETE FROM outcomes WHERE household = $1 AND recorded_at < $3
   )
   UPDATE households SET floor = greatest(floor, (SELECT max(version) FROM removals)) WHERE id = $1`,
);

const purgeNotices = statement(
  'purge-notices',
  'DELETE FROM notices WHERE household = ANY ($1) AND sent_at < $2',
);

/** The port's `purgeTombstones`. */
export async function purgeTombstones(
  connections: Connections,
  after: Id | undefined,
  { tombstones, outcomes }: PurgeBefore,
  limit: number,
): Promise<Id | null> {
  const households = await connections.query(nextHouseholds, after ?? '', limit, tombstones);
  const ids = households.map(({ id }) => id);
  if (ids.length > 0) await connections.query(purgeNotices, ids, outcomes);
  for (const { id, version } of households) {
    if (version === null) continue;
    await connections.transaction(id, async (connection) => {
      await lockHousehold(connection, id);
      await connection.query(purge, id, version, outcomes);
    });
  }
  return households.length < limit ? null : (households.at(-1)?.id ?? null);
}
