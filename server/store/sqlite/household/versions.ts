import type { DatabaseSync } from 'node:sqlite';
import type { Id } from '#domain/ids.ts';
import { query } from '../connection/connection.ts';

/** Prepares the reading of the versions of many households. */
export function versionReader(db: DatabaseSync): (households: readonly Id[]) => Map<Id, number> {
  const versions = query<{ id: Id; version: number }>(
    db,
    'SELECT id, version FROM households WHERE id IN (SELECT value FROM json_each(?))',
  );
  return (households) =>
    new Map(versions.all(JSON.stringify(households)).map(({ id, version }) => [id, version]));
}
