import type { ReadSet } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import type { Path } from '#domain/paths.ts';
import { pathsToLoad, type VisitQuery, type VisitRange, visitsToLoad } from '../../load-plan.ts';
import { LoadedDocuments } from '../../loaded-documents.ts';
import { statement } from '../connection/connection.ts';
import type { Step } from '../connection/shared-steps.ts';

/** Selects the visits nearest to one end of each range of time, which are the rows of a parameter. */
const nearestVisits = (order: 'ASC' | 'DESC', parameter: string) =>
  `SELECT s.household, s.visitor, d.path, d.body
   FROM json_to_recordset(${parameter}) AS s (household text, visitor text, "from" text, "to" text, "limit" int)
   CROSS JOIN LATERAL (
     SELECT path, body FROM documents
     WHERE household = s.household AND visitor = s.visitor AND start > s."from" AND start <= s."to"
     ORDER BY start ${order}, path ${order} LIMIT s."limit") d`;

interface LoadedRow {
  household: Id;
  path: Path;
  body: string | null;
  visitor: Path | null;
}

// OFFSET 0 keeps the lookups by index: the planner would join a whole table that it believes to be small.
const everything = statement<LoadedRow>(
  'load',
  `SELECT r.household, NULL AS visitor, d.path, d.body
   FROM json_to_recordset($1) AS r (household text, paths text[])
   CROSS JOIN LATERAL (
     SELECT path, body FROM documents WHERE household = r.household AND path = ANY (r.paths) OFFSET 0) d
   UNION ALL
   SELECT r.household, d.visitor, d.path, d.body
   FROM json_to_recordset($1) AS r (household text, visitors text[])
   CROSS JOIN LATERAL (
     SELECT visitor, path, body FROM documents
     WHERE household = r.household AND visitor = ANY (r.visitors) AND open IS NOT FALSE OFFSET 0) d
   UNION ALL
   ${nearestVisits('ASC', '$2')}
   UNION ALL
   ${nearestVisits('DESC', '$3')}`,
);

interface LoadCall {
  household: Id;
  reads: readonly ReadSet[];
}

/** Loads the documents that several commands of each household read. */
export const loadStep: Step<LoadCall, LoadedDocuments> = async (connection, calls) => {
  const plans = calls.map(({ household, reads }) => ({ household, reads, visits: visitsToLoad(reads) }));
  const wanted = plans.map(({ household, reads, visits }) => ({
    household,
    paths: pathsToLoad(reads),
    visitors: visits.map(({ visitor }) => visitor),
  }));
  const ranges = (end: VisitRange['nearest']) =>
    JSON.stringify(plans.flatMap(({ household, visits }) => rangesIn(household, visits, end)));
  const rows = await connection.query(everything, JSON.stringify(wanted), ranges('first'), ranges('last'));
  const found = Map.groupBy(rows, ({ household }) => household);
  return calls.map(({ household }) => loadedDocuments(found.get(household) ?? []));
};

function loadedDocuments(rows: readonly LoadedRow[]): LoadedDocuments {
  const loaded = new LoadedDocuments();
  for (const { visitor, path, body } of rows) {
    if (visitor === null) loaded.addDocuments([[path, body]]);
    else loaded.addVisits(visitor, [[path, body]]);
  }
  return loaded;
}

function rangesIn(household: Id, visits: readonly VisitQuery[], end: VisitRange['nearest']) {
  return visits.flatMap(({ visitor, ranges, limit }) =>
    ranges
      .filter(({ nearest }) => nearest === end)
      .map(({ from, to }) => ({ household, visitor, from, to, limit })),
  );
}
