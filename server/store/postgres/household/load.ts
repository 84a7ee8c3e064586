import type { ReadSet } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import type { Path } from '#domain/paths.ts';
import { LoadedDocuments, pathsToLoad, visitsToLoad } from '../../shared/loaded-documents.ts';
import { listing } from '../connection/connection.ts';
import type { Step } from '../connection/shared-steps.ts';

/** Selects the visits nearest to one end of each range of time, which are the rows of a parameter. */
const nearestVisits = (order: 'ASC' | 'DESC', parameter: string) =>
  `SELECT call, query, d.path, d.body
   FROM json_to_recordset(${parameter}) AS s (call int, query int, household text, visitor text, "from" text, "to" text, "limit" int)
   CROSS JOIN LATERAL (
     SELECT path, body FROM documents
     WHERE household = s.household AND visitor = s.visitor AND start > s."from" AND start <= s."to"
     ORDER BY start ${order}, path ${order} LIMIT s."limit") d`;

/** A document of a call: one that it names, or of its query for the visits of a visitor. */
type LoadedRow = readonly [call: number, query: number | null, path: Path, body: string | null];

// OFFSET 0 keeps the lookups by index: the planner would join a whole table that it believes to be small.
const everything = listing<LoadedRow>(`
   SELECT call, NULL::int, d.path, d.body
   FROM json_to_recordset($1) AS r (call int, household text, paths text[])
   CROSS JOIN LATERAL (
     SELECT path, body FROM documents WHERE household = r.household AND path = ANY (r.paths) OFFSET 0) d
   UNION ALL
   SELECT call, array_position(r.visitors, d.visitor) - 1, d.path, d.body
   FROM json_to_recordset($1) AS r (call int, household text, visitors text[])
   CROSS JOIN LATERAL (
     SELECT visitor, path, body FROM documents
     WHERE household = r.household AND visitor = ANY (r.visitors) AND open IS NOT FALSE OFFSET 0) d
   UNION ALL
   ${nearestVisits('ASC', '$2')}
   UNION ALL
   ${nearestVisits('DESC', '$3')}`);

interface LoadCall {
  household: Id;
  reads: readonly ReadSet[];
}

/** Loads the documents that several commands of each household read. */
export const loadStep: Step<LoadCall, LoadedDocuments> = async (connection, calls) => {
  const plans = calls.map(({ reads }) => visitsToLoad(reads));
  const wanted = calls.map(({ household, reads }, call) => ({
    call,
    household,
    paths: pathsToLoad(reads),
    visitors: plans[call]?.map(({ visitor }) => visitor),
  }));
  const ranges = { later: [] as object[], earlier: [] as object[] };
  for (const [call, { household }] of calls.entries())
    for (const [query, { visitor, times, limit }] of (plans[call] ?? []).entries())
      for (const { after, at, before } of times) {
        const row = { call, query, household, visitor, limit };
        ranges.later.push({ ...row, from: at, to: before });
        ranges.earlier.push({ ...row, from: after, to: at });
      }
  const values = [wanted, ranges.later, ranges.earlier].map((rows) => JSON.stringify(rows));
  const loaded = calls.map(() => new LoadedDocuments());
  for (const [call, query, path, body] of await connection.query(everything, ...values)) {
    const visitor = query === null ? undefined : plans[call]?.[query]?.visitor;
    if (visitor === undefined) loaded[call]?.addDocument(path, body);
    else loaded[call]?.addVisits(visitor, [[path, body]]);
  }
  return loaded;
};
