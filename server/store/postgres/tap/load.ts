import type { ReadSet } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import type { Path } from '#domain/paths.ts';
import { LoadedDocuments, pathsToLoad, visitsToLoad } from '../../households/loaded-documents.ts';
import { VISIT_PATH } from '../../households/stored-rows.ts';
import { isVisitPath, visitKey } from '../../sharing/visit-links.ts';
import { listing } from '../connection/connection.ts';
import type { Step } from '../connection/query-batch.ts';

/** Nearest to one end of each time range, a row of the parameter. */
const nearestVisits = (order: 'ASC' | 'DESC', parameter: string) =>
  `SELECT call, query, v.path, v.body
   FROM json_to_recordset(${parameter}) AS s (call int, query int, visitor text, "from" text, "to" text, "limit" int)
   JOIN calls USING (call) CROSS JOIN LATERAL (
     SELECT ${VISIT_PATH} AS path, body FROM visits
     WHERE household = household_number AND visitor = s.visitor AND start > s."from" AND start <= s."to"
     ORDER BY start ${order}, id ${order} LIMIT s."limit") v`;

/** `query`: the index of a visitor's query, null for a document named by path. */
type LoadedRow = readonly [call: number, query: number | null, path: Path, body: string | null];

// OFFSET 0 keeps the index: the planner would join a table that it believes to be small.
const everything = listing<LoadedRow>(`
   WITH calls AS MATERIALIZED (
     SELECT call, number AS household_number, people, visits, visitors
     FROM json_to_recordset($1) AS r (call int, household text, people text[], visits text[], visitors text[])
     JOIN households ON id = r.household
   )
   SELECT call, NULL::int, p.path, p.body FROM calls CROSS JOIN LATERAL (
     SELECT path, body FROM people WHERE household = household_number AND path = ANY (people) OFFSET 0) p
   UNION ALL
   SELECT call, NULL::int, v.path, v.body FROM calls CROSS JOIN LATERAL (
     SELECT ${VISIT_PATH} AS path, body FROM visits WHERE id = ANY (visits) AND household = household_number OFFSET 0) v
   UNION ALL
   SELECT call, array_position(visitors, v.visitor) - 1, v.path, v.body FROM calls CROSS JOIN LATERAL (
     SELECT visitor, ${VISIT_PATH} AS path, body FROM visits
     WHERE household = household_number AND visitor = ANY (visitors) AND open = 1 OFFSET 0) v
   UNION ALL
   ${nearestVisits('ASC', '$2')}
   UNION ALL
   ${nearestVisits('DESC', '$3')}`);

interface LoadCall {
  household: Id;
  reads: readonly ReadSet[];
}

export const loadStep: Step<LoadCall, LoadedDocuments> = async (connection, calls) => {
  const plans = calls.map(({ reads }) => visitsToLoad(reads));
  const wanted = calls.map(({ household, reads }, call) => {
    const [people, visits]: [Path[], Id[]] = [[], []];
    for (const path of pathsToLoad(reads)) {
      if (isVisitPath(path)) visits.push(visitKey(path).id);
      else people.push(path);
    }
    return { call, household, people, visits, visitors: plans[call]?.map(({ visitor }) => visitor) };
  });
  const ranges = { later: [] as object[], earlier: [] as object[] };
  for (const [call, plan] of plans.entries())
    for (const [query, { visitor, times, limit }] of plan.entries())
      for (const { after, at, before } of times) {
        const row = { call, query, visitor, limit };
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
