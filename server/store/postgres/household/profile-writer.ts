import { randomBytes } from 'node:crypto';
import type { Profile } from '#domain/documents.ts';
import { type Id, makeId } from '#domain/ids.ts';
import { profilePath } from '#domain/paths.ts';
import { type Connection, statement } from '../connection/connection.ts';

const lock = statement<{ id: Id }>(
  'lock-households',
  'SELECT id FROM households WHERE id = ANY ($1) ORDER BY id FOR UPDATE',
);

/** Locks those of the households that exist, in the order of their ids, before any account of theirs. */
export async function lockHouseholds(connection: Connection, households: readonly Id[]): Promise<void> {
  await connection.query(lock, households);
}

// The outcome dates a tombstone for its purge.
const write = statement<{ path: string }>(
  'write-profile',
  `WITH raised AS (
     UPDATE households SET version = greatest(version + 1, $5::bigint) WHERE id = $1 RETURNING id, version
   ), recorded AS (
     INSERT INTO outcomes (household, op, recorded_at, version) SELECT id, $4, $5::bigint, version FROM raised
   )
   INSERT INTO documents (household, path, version, body, open)
   SELECT id, $2, version, $3::text, CASE WHEN $3::text IS NULL THEN FALSE END FROM raised
   ON CONFLICT (household, path) DO UPDATE SET version = excluded.version, body = excluded.body, open = excluded.open
   RETURNING path`,
);

/** Writes a profile at the next version of its locked household, as the server; without one it is removed. */
export async function writeProfile(
  connection: Connection,
  household: Id,
  uid: Id,
  now: string,
  profile?: Profile,
): Promise<void> {
  const body = profile === undefined ? null : JSON.stringify(profile);
  const op = makeId(randomBytes(16));
  const written = await connection.query(write, household, profilePath(uid), body, op, Date.parse(now));
  if (written.length === 0) throw new Error('a profile was written to no household');
}
