import type { DatabaseSync } from 'node:sqlite';
import type { ReadSet } from '#domain/command.ts';
import { pathsToLoad, type VisitQuery, visitsToLoad } from '../../load-plan.ts';
import { type DocumentRow, LoadedDocuments } from '../../loaded-documents.ts';
import { LIMIT_GIVEN, query } from '../connection/connection.ts';

/** Prepares the loading of the documents that several commands of one household read. */
export function loader(db: DatabaseSync): (household: string, reads: readonly ReadSet[]) => LoadedDocuments {
  const byPath = query<DocumentRow>(
    db,
    'SELECT path, body FROM documents WHERE household = ? AND path IN (SELECT value FROM json_each(?))',
  );
  const visitsOf = visitLoader(db);
  return (household, reads) => {
    const loaded = new LoadedDocuments();
    loaded.addDocuments(byPath.all(household, JSON.stringify(pathsToLoad(reads))));
    for (const visits of visitsToLoad(reads)) {
      for (const rows of visitsOf(household, visits)) loaded.addVisits(visits.visitor, rows);
    }
    return loaded;
  };
}

function visitLoader(db: DatabaseSync) {
  const between = (order: 'ASC' | 'DESC') =>
    query<DocumentRow>(
      db,
      `SELECT path, body FROM documents INDEXED BY visits_by_visitor
       WHERE household = ? AND visitor = ? AND start > ? AND start <= ?
       ORDER BY start ${order}, path ${order} ${LIMIT_GIVEN}`,
    );
  const nearest = { first: between('ASC'), last: between('DESC') };
  const open = query<DocumentRow>(
    db,
    `SELECT path, body FROM documents INDEXED BY documents_present
     WHERE household = ? AND visitor = ? AND open IS NOT 0`,
  );
  return function* (household: string, { visitor, ranges, limit }: VisitQuery) {
    yield open.all(household, visitor);
    for (const { from, to, nearest: end } of ranges) {
      yield nearest[end].all(household, visitor, from, to, limit);
    }
  };
}
