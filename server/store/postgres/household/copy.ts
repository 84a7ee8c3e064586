import { randomBytes } from 'node:crypto';
import type { StoredVisit } from '#domain/command.ts';
import type { Profile } from '#domain/documents.ts';
import { type Id, makeId } from '#domain/ids.ts';
import { profilePath } from '#domain/paths.ts';
import { sql } from '../../shared/queries.ts';
import { visitColumns } from '../../shared/visit-links.ts';
import type { Connection } from '../connection/connection.ts';

const lock = sql<{ id: Id }>('SELECT id FROM households WHERE id = ANY ($1) ORDER BY id FOR UPDATE');

/** Locks those of the households that exist, in the order of their ids, before any account of theirs. */
export async function lockHouseholds(connection: Connection, households: readonly Id[]): Promise<void> {
  await connection.query(lock, households);
}

// The outcome dates a tombstone for its purge.
const write = sql<{ path: string }>(`
   WITH raised AS (
     UPDATE households SET version = greatest(version + 1, $4::bigint) WHERE id = $1 RETURNING id, version
   ), recorded AS (
     INSERT INTO outcomes (household, op, recorded_at, version) SELECT id, $3, $4::bigint, version FROM raised
   )
   INSERT INTO documents (household, path, version, body, visitor, start, open)
   SELECT id, path, version, body, visitor, start, open
   FROM raised, json_to_recordset($2) AS d (path text, body text, visitor text, start text, open boolean)
   ON CONFLICT (household, path) DO UPDATE SET version = excluded.version, body = excluded.body,
     visitor = excluded.visitor, start = excluded.start, open = excluded.open
   RETURNING path`);

/**
 * Writes a profile at the next version of its locked household, as the server, and visits with it; without a profile it is
 * removed.
 */
export async function writeProfile(
  connection: Connection,
  household: Id,
  uid: Id,
  now: string,
  profile?: Profile,
  visits: readonly StoredVisit[] = [],
): Promise<void> {
  const path = profilePath(uid);
  const rows = [
    profile ? { path, body: JSON.stringify(profile) } : { path, open: false },
    ...visits.map((one) => ({
      path: one.path,
      body: JSON.stringify(one.visit),
      ...visitColumns(one.path, one.visit),
    })),
  ];
  const op = makeId(randomBytes(16));
  const written = await connection.query(write, household, JSON.stringify(rows), op, Date.parse(now));
  if (written.length === 0) throw new Error('a profile was written to no household');
}

const insert = sql('INSERT INTO households (id, version) VALUES ($1, 0)');
// A cursor from before the copy would miss its tombstones.
const insertCopy = sql(
  `INSERT INTO households (id, version, floor, sizes) SELECT $2, version, version, sizes FROM households WHERE id = $1`,
);
// Nothing is below a removed child, also while rows of it are left to purge. As json: jsonb refuses \u0000.
const copyDocuments = sql(`
   INSERT INTO documents (household, path, version, body, visitor, start, open)
   SELECT $2, path, version,
     CASE WHEN start IS NOT NULL AND (strpos(body, '"links":') > 0 OR strpos(body, '"answer":') > 0) THEN
       (SELECT json_object_agg(key, value)::text FROM json_each(body::json) WHERE key NOT IN ('links', 'answer'))
     ELSE body END, visitor, start, open
   FROM documents d
   WHERE household = $1 AND path > 'children/' AND path < 'children0' AND body IS NOT NULL AND NOT EXISTS (
     SELECT FROM purges p WHERE p.household = $1 AND d.path > p.path || '/' AND d.path < p.path || '0')`);

/** Makes a household: empty, at version 0, or a copy of a locked one at its version, without profiles and tombstones. */
export async function makeHousehold(connection: Connection, to: Id, from?: Id): Promise<void> {
  if (from === undefined) {
    await connection.query(insert, to);
    return;
  }
  for (const copied of [insertCopy, copyDocuments]) await connection.query(copied, from, to);
}
