import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { StoredVisit } from '#domain/command.ts';
import type { Profile } from '#domain/documents.ts';
import { type Id, makeId } from '#domain/ids.ts';
import { profilePath } from '#domain/paths.ts';
import { query } from '../connection/connection.ts';
import { outcomeWriter } from './outcomes.ts';
import { tombstoneDater } from './purge.ts';
import { documentWriter } from './save.ts';

/**
 * Prepares the writing of a profile at its household's next version, as the server, and of visits with it; without a profile it
 * is removed.
 */
export function profileWriter(
  db: DatabaseSync,
): (household: Id, uid: Id, now: string, profile?: Profile, visits?: readonly StoredVisit[]) => void {
  const raise = query<{ number: number; version: number }>(
    db,
    'UPDATE households SET version = max(version + 1, ?) WHERE id = ? RETURNING number, version',
  );
  const writeDocument = documentWriter(db);
  const dateTombstone = tombstoneDater(db);
  const record = outcomeWriter(db);
  return (household, uid, now, profile, visits = []) => {
    const raised = raise.get(Date.parse(now), household);
    if (!raised) throw new Error('a profile was written to no household');
    const { number, version } = raised;
    writeDocument(number, profilePath(uid), version, profile);
    for (const { path, visit } of visits) writeDocument(number, path, version, visit);
    if (!profile) dateTombstone(number, version, now);
    // By its outcome the other store dates it.
    record(number, { op: makeId(randomBytes(16)), result: 'done', version }, now);
  };
}
