import { sql } from '../../shared/queries.ts';
import { linkRows } from '../../shared/visit-links.ts';
import type { Connection } from '../connection/connection.ts';
import type { Saved } from '../connection/shared-steps.ts';

// In the order of the hashes, so that two transactions with the same ones wait for each other in one direction.
const add = sql(`
   INSERT INTO visit_links (hash, household, path, made_at)
   SELECT hash, household, path, "madeAt"
   FROM json_to_recordset($1) AS l (hash text, household text, path text, "madeAt" text) ORDER BY hash
   ON CONFLICT DO NOTHING`);

/** Adds the rows of the links of the visits that batches write. Whoever sends another family's hash gains nothing. */
export async function addLinks(connection: Connection, saved: readonly Saved[]): Promise<void> {
  const rows = saved.flatMap(({ household, batch }) => linkRows(batch).map((row) => ({ household, ...row })));
  if (rows.length > 0) await connection.query(add, JSON.stringify(rows));
}
