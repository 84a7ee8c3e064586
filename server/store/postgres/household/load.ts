import type { ReadSet } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import type { Path } from '#domain/paths.ts';
import { pathsToLoad, type VisitQuery, type VisitRange, visitsToLoad } from '../../load-plan.ts';
import { type DocumentRow, LoadedDocuments } from '../../loaded-documents.ts';
import { type Cell, columns } from '../connection/columns.ts';
import { type Connection, statement } from '../connection/connection.ts';

/** Selects the visits nearest to one end of each range of time; `first` is the number of the first of its four parameters. */
const nearestVisits = (order: 'ASC' | 'DESC', first: number) =>
  `SELECT s.visitor, d.path, d.body
   FROM unnest($${first}::text[], $${first + 1}::text[], $${first + 2}::text[], $${first + 3}::int[])
     AS s (visitor, after, until, many)
   CROSS JOIN LATERAL (
     SELECT path, body FROM documents
     WHERE household = $1 AND visitor = s.visitor AND start > s.after AND start <= s.until
     ORDER BY start ${order}, path ${order} LIMIT s.many) d`;

const everything = statement<DocumentRow & { visitor: Path | null }>(
  'load',
  `SELECT NULL AS visitor, path, body FROM documents WHERE household = $1 AND path = ANY ($2)
   UNION ALL
   SELECT visitor, path, body FROM documents WHERE household = $1 AND visitor = ANY ($3) AND open IS NOT FALSE
   UNION ALL
   ${nearestVisits('ASC', 4)}
   UNION ALL
   ${nearestVisits('DESC', 8)}`,
);

/** Loads the documents that several commands of one household read, in one round trip. */
export async function load(
  connection: Connection,
  household: Id,
  reads: readonly ReadSet[],
): Promise<LoadedDocuments> {
  const visits = visitsToLoad(reads);
  const rows = await connection.query(
    everything,
    household,
    pathsToLoad(reads),
    visits.map(({ visitor }) => visitor),
    ...rangesIn(visits, 'first'),
    ...rangesIn(visits, 'last'),
  );
  const loaded = new LoadedDocuments();
  loaded.addDocuments(rows.filter(({ visitor }) => visitor === null));
  for (const row of rows) if (row.visitor !== null) loaded.addVisits(row.visitor, [row]);
  return loaded;
}

function rangesIn(visits: readonly VisitQuery[], end: VisitRange['nearest']): Cell[][] {
  const rows = visits.flatMap(({ visitor, ranges, limit }) =>
    ranges.filter(({ nearest }) => nearest === end).map(({ from, to }) => [visitor, from, to, limit]),
  );
  return columns(rows, (row) => row, 4);
}
