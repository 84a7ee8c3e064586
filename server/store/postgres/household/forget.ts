import type { Id } from '#domain/ids.ts';
import type { Forgettable } from '../../port.ts';
import { statement } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';
import { lockHousehold } from './household-transaction.ts';

/** The next households of which something is old; versions rise with time, so the outcomes tell which one they had then. */
const nextHouseholds = statement<{ id: Id; version: number | null }>(
  'households-to-forget-in',
  `SELECT h.id, (SELECT max((o.outcome::json ->> 'version')::bigint) FROM outcomes o
     WHERE o.household = h.id AND o.recorded_at < $3) AS version
   FROM households h WHERE h.id > $1 ORDER BY h.id LIMIT $2`,
);

const forgetIn = statement(
  'forget',
  `WITH removals AS (
     DELETE FROM documents WHERE household = $1 AND body IS NULL AND version <= $2 RETURNING version
   ), outcomes AS (
     DELETE FROM outcomes WHERE household = $1 AND recorded_at < $3
   )
   UPDATE households SET floor = greatest(floor, (SELECT max(version) FROM removals)) WHERE id = $1`,
);

const forgetNotices = statement(
  'forget-notices',
  'DELETE FROM notices WHERE household = ANY ($1) AND sent_at < $2',
);

/** Forgets what is old in the households after one. Out: the last of them, or null where none follow. */
export async function forget(
  connections: Connections,
  after: Id | undefined,
  { removals, outcomes }: Forgettable,
  limit: number,
): Promise<Id | null> {
  const households = await connections.query(nextHouseholds, after ?? '', limit, removals);
  const ids = households.map(({ id }) => id);
  if (ids.length > 0) await connections.query(forgetNotices, ids, outcomes);
  for (const { id, version } of households) {
    if (version === null) continue;
    await connections.transaction(id, async (connection) => {
      await lockHousehold(connection, id);
      await connection.query(forgetIn, id, version, outcomes);
    });
  }
  return households.length < limit ? null : (households.at(-1)?.id ?? null);
}
