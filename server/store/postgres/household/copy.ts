import type { Id } from '#domain/ids.ts';
import { type Connection, statement } from '../connection/connection.ts';

const insert = statement('make-household', 'INSERT INTO households (id, version) VALUES ($1, 0)');
// A cursor from before the copy would miss its tombstones.
const insertCopy = statement(
  'make-household-copy',
  `INSERT INTO households (id, version, floor, sizes) SELECT $2, version, version, sizes FROM households WHERE id = $1`,
);
// Nothing is below a removed child, also while rows of it are left to purge. As json: jsonb refuses \u0000.
const copyDocuments = statement(
  'copy-documents',
  `INSERT INTO documents (household, path, version, body, visitor, start, open)
   SELECT $2, path, version,
     CASE WHEN start IS NOT NULL AND (strpos(body, '"links":') > 0 OR strpos(body, '"answer":') > 0) THEN
       (SELECT json_object_agg(key, value)::text FROM json_each(body::json) WHERE key NOT IN ('links', 'answer'))
     ELSE body END, visitor, start, open
   FROM documents d
   WHERE household = $1 AND path > 'children/' AND path < 'children0' AND body IS NOT NULL AND NOT EXISTS (
     SELECT FROM purges p WHERE p.household = $1 AND d.path > p.path || '/' AND d.path < p.path || '0')`,
);

/** Makes a household: empty, at version 0, or a copy of a locked one at its version, without profiles and tombstones. */
export async function makeHousehold(connection: Connection, to: Id, from?: Id): Promise<void> {
  if (from === undefined) {
    await connection.query(insert, to);
    return;
  }
  for (const copied of [insertCopy, copyDocuments]) await connection.query(copied, from, to);
}
