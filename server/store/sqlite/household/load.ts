import type { DatabaseSync } from 'node:sqlite';
import type { ReadSet } from '#domain/command.ts';
import type { Path } from '#domain/paths.ts';
import { LoadedDocuments, pathsToLoad, type VisitRow, visitsToLoad } from '../../shared/loaded-documents.ts';
import { isVisitPath, visitKey } from '../../shared/visit-links.ts';
import { statementsOf } from '../connection/connection.ts';

/** Prepares the loading of the documents that several commands of one household read. */
export function loader(db: DatabaseSync): (household: number, reads: readonly ReadSet[]) => LoadedDocuments {
  const { rowQuery } = statementsOf(db);
  const loadPeople = peopleLoader(db);
  const visitAt = rowQuery<[body: string | null]>(
    'SELECT body FROM visits WHERE id = ? AND household = ? AND child = ?',
  );
  const visitsAround = visitLoader(db);
  return (household, reads) => {
    const loaded = new LoadedDocuments();
    const people: Path[] = [];
    for (const path of pathsToLoad(reads)) {
      if (!isVisitPath(path)) {
        people.push(path);
        continue;
      }
      const { child, id } = visitKey(path);
      const found = visitAt(id, household, child);
      if (found) loaded.addDocument(path, found[0]);
    }
    loadPeople(household, people, loaded);
    for (const { visitor, times, limit } of visitsToLoad(reads)) {
      for (const { after, at, before } of times)
        loaded.addVisits(visitor, visitsAround(household, visitor, after, at, before, limit));
    }
    return loaded;
  };
}

/** People that one statement finds, which costs less than one statement each; a tap reads two or three. */
const PEOPLE_AT_ONCE = 4;

function peopleLoader(db: DatabaseSync) {
  const found = Array.from({ length: PEOPLE_AT_ONCE }, (_, last) => {
    const each = Array.from(
      { length: last + 1 },
      (_, index) => `SELECT ${index}, body FROM people WHERE household = ?1 AND path = ?${index + 2}`,
    );
    return statementsOf(db).columnsQuery<[index: number, body: string | null]>(each.join(' UNION ALL '));
  });
  return (household: number, paths: readonly Path[], loaded: LoadedDocuments): void => {
    for (let from = 0; from < paths.length; from += PEOPLE_AT_ONCE) {
      const wanted = paths.slice(from, from + PEOPLE_AT_ONCE);
      for (const [index, body] of found[wanted.length - 1]?.(household, ...wanted) ?? [])
        loaded.addDocument(paths[from + index] as Path, body);
    }
  };
}

/** The visits of a visitor, `?2`, that are open or nearest to a time, `?4`, between two others; at most `?6` on each side. */
function visitLoader(db: DatabaseSync) {
  const nearest = (range: string, order: 'ASC' | 'DESC') =>
    `SELECT * FROM (SELECT path, body FROM visits INDEXED BY visits_by_visitor
      WHERE household = ?1 AND visitor = ?2 AND ${range} ORDER BY start ${order}, number ${order} LIMIT 0 + ?6)`;
  return statementsOf(db).columnsQuery<VisitRow>(`
     SELECT path, body FROM visits INDEXED BY visits_open WHERE household = ?1 AND visitor = ?2 AND open = 1
     UNION ALL ${nearest('start > ?3 AND start <= ?4', 'DESC')}
     UNION ALL ${nearest('start > ?4 AND start <= ?5', 'ASC')}`);
}
