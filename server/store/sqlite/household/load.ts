import type { DatabaseSync } from 'node:sqlite';
import type { ReadSet } from '#domain/command.ts';
import type { Path } from '#domain/paths.ts';
import { pathsToLoad, type VisitQuery, visitsToLoad } from '../../load-plan.ts';
import { type DocumentRow, LoadedDocuments } from '../../loaded-documents.ts';
import { isVisitPath } from '../../visit-columns.ts';
import { columnsQuery, LIMIT_GIVEN } from '../connection/connection.ts';

/** Prepares the loading of the documents that several commands of one household read. */
export function loader(db: DatabaseSync): (household: number, reads: readonly ReadSet[]) => LoadedDocuments {
  const documentAt = documentReader(db);
  const visitsOf = visitLoader(db);
  return (household, reads) => {
    const loaded = new LoadedDocuments();
    for (const path of pathsToLoad(reads)) loaded.addDocuments(documentAt(household, path));
    for (const visits of visitsToLoad(reads)) {
      for (const rows of visitsOf(household, visits)) loaded.addVisits(visits.visitor, rows);
    }
    return loaded;
  };
}

function documentReader(db: DatabaseSync): (household: number, path: Path) => DocumentRow[] {
  const person = columnsQuery<DocumentRow>(
    db,
    'SELECT path, body FROM people WHERE household = ? AND path = ?',
  );
  const visit = columnsQuery<DocumentRow>(
    db,
    'SELECT path, body FROM visits WHERE household = ? AND path = ?',
  );
  return (household, path) => (isVisitPath(path) ? visit : person)(household, path);
}

function visitLoader(db: DatabaseSync) {
  const between = (order: 'ASC' | 'DESC') =>
    columnsQuery<DocumentRow>(
      db,
      `SELECT path, body FROM visits INDEXED BY visits_by_visitor
       WHERE household = ? AND visitor = ? AND start > ? AND start <= ?
       ORDER BY start ${order}, path ${order} ${LIMIT_GIVEN}`,
    );
  const nearest = { first: between('ASC'), last: between('DESC') };
  const open = columnsQuery<DocumentRow>(
    db,
    'SELECT path, body FROM visits INDEXED BY visits_open WHERE household = ? AND visitor = ? AND open = 1',
  );
  return function* (household: number, { visitor, ranges, limit }: VisitQuery) {
    yield open(household, visitor);
    for (const { from, to, nearest: end } of ranges) {
      yield nearest[end](household, visitor, from, to, limit);
    }
  };
}
