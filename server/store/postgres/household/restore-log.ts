import type { Id } from '#domain/ids.ts';
import type { LogRow } from '../../ports/retention.ts';
import { sql } from '../../shared/queries.ts';
import { type Connection, listing } from '../connection/connection.ts';
import type { Saved, Step } from '../connection/shared-steps.ts';

interface LogCall {
  household: Id;
  children: readonly Id[] | undefined;
}

const rows = listing<[call: number, child: Id, key: string, body: string]>(`
   SELECT call, a.child, a.key, a.body
   FROM json_to_recordset($1) AS r (call int, household text, children text[])
   CROSS JOIN LATERAL (
     SELECT child, key, body FROM after_restore
     WHERE household = r.household AND (r.children IS NULL OR child = ANY (r.children)) OFFSET 0) a`);

/** Reads what each household keeps since a restore: all of it, or that of some children. */
export const restoreLogStep: Step<LogCall, LogRow[]> = async (connection, calls) => {
  const found = calls.map((): LogRow[] => []);
  const numbered = calls.map(({ household, children }, call) => ({ call, household, children }));
  for (const [call, child, key, body] of await connection.query(rows, JSON.stringify(numbered)))
    found[call]?.push({ child, key, body });
  return found;
};

// A row that is there is a document before its first write, which stays.
const add = sql(`
   INSERT INTO after_restore (household, child, key, body)
   SELECT household, child, key, body FROM json_to_recordset($1)
     AS r (household text, child text, key text, body text, first boolean)
   ON CONFLICT (household, child, key) DO NOTHING`);
const put = sql(`
   INSERT INTO after_restore (household, child, key, body)
   SELECT household, child, key, body FROM json_to_recordset($1) AS r (household text, child text, key text, body text)
   ON CONFLICT (household, child, key) DO UPDATE SET body = excluded.body`);
const drop = sql(`
   DELETE FROM after_restore a USING json_to_recordset($1) AS r (household text, child text, key text)
   WHERE a.household = r.household AND a.child = r.child AND (r.key IS NULL OR a.key = r.key)`);

/** Writes what these batches keep since a restore. */
export async function saveRestoreLogs(connection: Connection, saved: readonly Saved[]): Promise<void> {
  const all = saved.flatMap(({ household, batch }) =>
    (batch.log ?? []).map((row) => ({ household, ...row })),
  );
  if (all.length === 0) return;
  const gone = all.filter(({ body }) => body === undefined);
  const first = all.filter(({ body, isFirst }) => body !== undefined && isFirst);
  // One statement cannot change a row twice: the last one counts.
  const last = new Map(
    all
      .filter(({ body, isFirst }) => body !== undefined && !isFirst)
      .map((row) => [`${row.household} ${row.child} ${row.key}`, row]),
  );
  const run = async (statement: typeof add, of: readonly object[]) =>
    of.length > 0 && connection.query(statement, JSON.stringify(of));
  await Promise.all([run(drop, gone), run(add, first), run(put, [...last.values()])]);
}
