import type { Id } from '#domain/ids.ts';
import { childPath, parsePath } from '#domain/paths.ts';
import type { Batch } from '../ports/households.ts';
import { type Queries, sql } from '../shared/queries.ts';
import { putAlertsOf } from '../sharing/alerts.ts';
import { linkRows } from '../sharing/visit-links.ts';

/** `household`: its number. */
export interface Saved {
  household: number;
  batch: Batch;
}

const removeBelow = sql(
  `INSERT INTO purges (household, path) SELECT (value ->> 'household')::bigint, value ->> 'path'
   FROM json_array_elements($1::json) WHERE TRUE ON CONFLICT DO NOTHING`,
);
// Taken ones too: the worker checks again just before it sends. Searched as text, because json refuses \u0000.
const cancelBelow = sql(
  `DELETE FROM notices WHERE household = $1 AND strpos(message, '"child":"' || $2 || '"') > 0`,
);
// In hash order, against deadlocks. Existing rows stay: sending another family's hash gains nothing.
const addLinks = sql(
  `INSERT INTO visit_links (hash, household, child, visit, made_at)
   SELECT value ->> 'hash', (value ->> 'household')::bigint, value ->> 'child', value ->> 'visit', value ->> 'madeAt'
   FROM json_array_elements($1::json) WHERE TRUE ORDER BY value ->> 'hash' ON CONFLICT DO NOTHING`,
);

/** Their unsent notices are deleted too. */
function removedChildren({ documents }: Pick<Batch, 'documents'>): Id[] {
  return documents.flatMap(({ path, document }) => {
    const { kind, id } = (document === undefined && parsePath(path)) || {};
    return kind === 'child' && id !== undefined ? [id] : [];
  });
}

/** What few taps write. Sends all statements at once, without waiting for the first. */
export function saveBeside(queries: Queries, saved: readonly Saved[]): Promise<unknown>[] {
  const links: object[] = [];
  const removed: { household: number; path: string }[] = [];
  const sent: Promise<unknown>[] = [];
  for (const { household, batch } of saved) {
    for (const row of linkRows(batch)) links.push({ household, ...row });
    for (const child of removedChildren(batch)) {
      removed.push({ household, path: childPath(child) });
      sent.push(queries.run(cancelBelow, household, child));
    }
  }
  if (removed.length > 0) sent.push(queries.run(removeBelow, JSON.stringify(removed)));
  if (links.length > 0) sent.push(queries.run(addLinks, JSON.stringify(links)));
  sent.push(...putAlertsOf(queries, saved), ...saveRestoreLog(queries, saved));
  return sent;
}

const ROWS = `SELECT (value ->> 'household')::bigint, value ->> 'child', value ->> 'key', value ->> 'body'
  FROM json_array_elements($1::json) WHERE TRUE`;
const INTO = 'INSERT INTO after_restore (household, child, key, body)';
// An existing row stays: it is a document before its first write.
const add = sql(`${INTO} ${ROWS} ON CONFLICT DO NOTHING`);
const put = sql(`${INTO} ${ROWS} ON CONFLICT (household, child, key) DO UPDATE SET body = excluded.body`);
const drop = sql(
  'DELETE FROM after_restore WHERE household = $1 AND child = $2 AND ($3::text IS NULL OR key = $3)',
);

/** Only within 14 days after a restore (decision 0046). Sends all statements at once. */
function saveRestoreLog(queries: Queries, saved: readonly Saved[]): Promise<unknown>[] {
  const all = saved.flatMap(({ household, batch }) =>
    (batch.log ?? []).map((row) => ({ household, ...row })),
  );
  if (all.length === 0) return [];
  const gone = all.filter(({ body }) => body === undefined);
  const first = all.filter(({ body, isFirst }) => body !== undefined && isFirst);
  // One statement cannot change a row twice: the last one counts.
  const last = new Map(
    all
      .filter(({ body, isFirst }) => body !== undefined && !isFirst)
      .map((row) => [`${row.household} ${row.child} ${row.key}`, row]),
  );
  const run = (statement: typeof add, rows: readonly object[]) =>
    rows.length > 0 ? [queries.run(statement, JSON.stringify(rows))] : [];
  return [
    ...gone.map(({ household, child, key }) => queries.run(drop, household, child, key ?? null)),
    ...run(add, first),
    ...run(put, [...last.values()]),
  ];
}
