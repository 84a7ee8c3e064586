import type { DatabaseSync } from 'node:sqlite';
import type { Id } from '#domain/ids.ts';
import type { Batch } from '../../ports/households.ts';
import type { LinkRow } from '../../ports/links.ts';
import { type LinkedRow, type LinkedVisitRow, linkedOf, linkRows } from '../../shared/visit-links.ts';
import { LIMIT_GIVEN, query, write } from '../connection/connection.ts';

/** Nothing is below a removed child, also while rows of it are left to purge. */
const LINKED = `SELECT households.id AS household, visits.path, visits.body AS visit, visitor.body AS visitor, child.body AS child,
  (SELECT json_group_array(json(body)) FROM people
   WHERE household = households.number AND path > 'profiles/' AND path < 'profiles0' AND body IS NOT NULL) AS profiles
  FROM visit_links CROSS JOIN households ON households.number = visit_links.household
  CROSS JOIN visits INDEXED BY visits_by_id ON visits.household = visit_links.household AND visits.path = visit_links.path
    AND visits.id = substr(visit_links.path, instr(visit_links.path, '/visits/') + 8) AND visits.body IS NOT NULL
  CROSS JOIN people AS visitor
    ON visitor.household = visit_links.household AND visitor.path = visits.visitor AND visitor.body IS NOT NULL
  CROSS JOIN people AS child ON child.household = visit_links.household
    AND child.path = substr(visits.path, 1, instr(visits.path, '/visits/') - 1) AND child.body IS NOT NULL
  WHERE visit_links.hash = ?`;

/** Prepares the calls that read links and refused numbers. */
export function linkReader(db: DatabaseSync) {
  const linked = query<LinkedRow>(db, LINKED);
  const old = query<LinkRow>(
    db,
    `SELECT hash, households.id AS household, path
     FROM visit_links INDEXED BY visit_links_by_age CROSS JOIN households ON households.number = household
     WHERE made_at < ? AND household IS NOT NULL AND households.id NOT IN (SELECT value FROM json_each(?)) ORDER BY made_at ${LIMIT_GIVEN}`,
  );
  const refused = query<{ key: string }>(db, 'SELECT key FROM refused_numbers');
  return {
    linked: (hash: string) => linkedOf(hash, linked.get(hash)),
    linksMadeBefore: (time: string, limit: number, except: readonly Id[] = []) =>
      old.all(time, JSON.stringify(except), limit),
    refusedNumbers: () => refused.all().map(({ key }) => key),
  };
}

/** Prepares the reading of the visits of a household to which links lead. */
export function linkedVisitReader(db: DatabaseSync): (household: Id) => LinkedVisitRow[] {
  const visits = query<LinkedVisitRow>(
    db,
    `SELECT DISTINCT visits.path, visits.body FROM households CROSS JOIN visit_links ON visit_links.household = households.number
     CROSS JOIN visits INDEXED BY visits_by_id ON visits.household = visit_links.household AND visits.path = visit_links.path
       AND visits.id = substr(visit_links.path, instr(visit_links.path, '/visits/') + 8) AND visits.body IS NOT NULL
     WHERE households.id = ?`,
  );
  return (household) => visits.all(household);
}

/** Prepares the calls that forget links, and that refuse and allow numbers. */
export function linkWriter(db: DatabaseSync) {
  const forget = write(
    db,
    'UPDATE visit_links SET household = NULL, path = NULL, made_at = NULL WHERE hash = ?',
  );
  const refuse = write(db, 'INSERT INTO refused_numbers (key) VALUES (?) ON CONFLICT DO NOTHING');
  const allow = write(db, 'DELETE FROM refused_numbers WHERE key = ?');
  return {
    forgetLinks: (hashes: readonly string[]) => void hashes.forEach((hash) => void forget(hash)),
    refuseNumber: (key: string) => void refuse(key),
    allowNumber: (key: string) => void allow(key),
  };
}

/** Prepares the rows of the links of the visits that a batch writes. Whoever sends another family's hash gains nothing. */
export function linkSaver(db: DatabaseSync): (household: number, batch: Pick<Batch, 'documents'>) => void {
  const add = write(
    db,
    'INSERT INTO visit_links (hash, household, path, made_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  return (household, batch) => {
    for (const { hash, path, madeAt } of linkRows(batch)) add(hash, household, path, madeAt);
  };
}
