import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { StoredVisit } from '#domain/command.ts';
import type { Profile } from '#domain/documents.ts';
import { type Id, makeId } from '#domain/ids.ts';
import { profilePath } from '#domain/paths.ts';
import { statementsOf } from '../connection/connection.ts';
import { outcomeWriter } from './household-row.ts';
import { tombstoneDater } from './purge.ts';
import { documentWriter } from './save.ts';

/**
 * Prepares the writing of a profile at its household's next version, as the server, and of visits with it; without a profile it
 * is removed.
 */
export function profileWriter(
  db: DatabaseSync,
): (household: Id, uid: Id, now: string, profile?: Profile, visits?: readonly StoredVisit[]) => void {
  const { query } = statementsOf(db);
  const raise = query<{ number: number; version: number }>(
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

const NEXT_NUMBER = '(SELECT coalesce(max(number), 0) + 1 FROM households)';

/** Nothing is below a removed child, also while rows of it are left to purge. */
const notRemoved = (table: string) =>
  `NOT EXISTS (SELECT 1 FROM purges WHERE purges.household = ?1
     AND ${table}.path > purges.path || '/' AND ${table}.path < purges.path || '0')`;

/** Prepares a new household: empty, at version 0, or a copy of another one at its version, without profiles and tombstones. */
export function householdMaker(db: DatabaseSync): (to: Id, from?: Id) => void {
  const { query, write } = statementsOf(db);
  const insert = write(`INSERT INTO households (id, version, number) VALUES (?, 0, ${NEXT_NUMBER})`);
  // A cursor from before the copy would miss its tombstones.
  const insertCopy = query<{ number: number }>(`
     INSERT INTO households (id, version, number, floor, sizes)
     SELECT ?1, version, ${NEXT_NUMBER}, version, sizes FROM households WHERE id = ?2 RETURNING number`);
  const numberOf = query<{ number: number }>('SELECT number FROM households WHERE id = ?');
  const copyPeople = write(`
     INSERT INTO people (household, path, version, body) SELECT ?2, path, version, body FROM people
     WHERE household = ?1 AND path > 'children/' AND path < 'children0' AND body IS NOT NULL AND ${notRemoved('people')}`);
  const copyVisits = write(`
     INSERT INTO visits (household, version, open, start, visitor, path, body)
     SELECT ?2, version, open, start, visitor, path,
       iif(instr(body, '"links":') OR instr(body, '"answer":'), json_remove(body, '$.links', '$.answer'), body)
     FROM visits WHERE household = ?1 AND body IS NOT NULL AND ${notRemoved('visits')} ORDER BY number`);
  return (to, from) => {
    if (from === undefined) {
      insert(to);
      return;
    }
    const [copied, made] = [numberOf.get(from), insertCopy.get(to, from)];
    if (!copied || !made) throw new Error('there is no household to copy');
    for (const copy of [copyPeople, copyVisits]) copy(copied.number, made.number);
  };
}
