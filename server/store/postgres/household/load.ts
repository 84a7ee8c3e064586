import type { ReadSet } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import type { Path } from '#domain/paths.ts';
import { pathsAsked, type StaysAsked, type Stretch, staysAsked } from '../../load-plan.ts';
import { type DocumentRow, LoadedDocuments } from '../../loaded-documents.ts';
import { type Connection, statement } from '../connection/connection.ts';
import { type Cell, columns } from './columns.ts';

/** The stays nearest to one end of each stretch of time; `first` is the number of the first of its four values. */
const nearestStays = (order: 'ASC' | 'DESC', first: number) =>
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
   ${nearestStays('ASC', 4)}
   UNION ALL
   ${nearestStays('DESC', 8)}`,
);

/** Loads what several commands of one household read, in one round trip. */
export async function load(
  connection: Connection,
  household: Id,
  reads: readonly ReadSet[],
): Promise<LoadedDocuments> {
  const stays = staysAsked(reads);
  const rows = await connection.query(
    everything,
    household,
    pathsAsked(reads),
    stays.map(({ visitor }) => visitor),
    ...stretchesIn(stays, 'first'),
    ...stretchesIn(stays, 'last'),
  );
  const loaded = new LoadedDocuments();
  loaded.addDocuments(rows.filter(({ visitor }) => visitor === null));
  for (const row of rows) if (row.visitor !== null) loaded.addStays(row.visitor, [row]);
  return loaded;
}

function stretchesIn(stays: readonly StaysAsked[], end: Stretch['nearest']): Cell[][] {
  const rows = stays.flatMap(({ visitor, stretches, many }) =>
    stretches.filter(({ nearest }) => nearest === end).map(({ from, to }) => [visitor, from, to, many]),
  );
  return columns(rows, (row) => row, 4);
}
