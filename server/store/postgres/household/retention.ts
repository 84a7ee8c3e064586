import type { StoredVisit } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import type { HistoryMark } from '#domain/protocol/sync.ts';
import type { LogRow, OldestVisit } from '../../ports/retention.ts';
import { type OldestVisitRow, oldestVisitOf } from '../../shared/rows.ts';
import { type Connection, listing, statement } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';
import type { Saved, Step } from '../connection/shared-steps.ts';

/** Per household: its profiles, which hold the retention, and its earliest closed visit; `start > ''` skips tombstones. */
const OLDEST_VISIT = `SELECT h.id,
  (SELECT '[' || coalesce(string_agg(d.body, ','), '') || ']' FROM documents d
   WHERE d.household = h.id AND d.path > 'profiles/' AND d.path < 'profiles0' AND d.body IS NOT NULL) AS profiles,
  (SELECT d.start FROM documents d WHERE d.household = h.id AND NOT d.open AND d.start > ''
   ORDER BY d.start LIMIT 1) AS oldest
  FROM households h`;

const one = statement<OldestVisitRow>('oldest-visit', `${OLDEST_VISIT} WHERE h.id = $1`);
const next = statement<OldestVisitRow>(
  'oldest-visits',
  `${OLDEST_VISIT} WHERE h.id > $1 ORDER BY h.id LIMIT $2`,
);

/** The port's `oldestVisit`. */
export async function oldestVisit(connections: Connections, household: Id): Promise<OldestVisit | undefined> {
  const [row] = await connections.query(one, household);
  return row && oldestVisitOf(row);
}

/** The port's `oldestVisits`. */
export async function oldestVisits(
  connections: Connections,
  after: Id | undefined,
  limit: number,
): Promise<OldestVisit[]> {
  return (await connections.query(next, after ?? '', limit)).map(oldestVisitOf);
}

const closed = statement<{ path: StoredVisit['path']; body: string }>(
  'closed-before',
  `SELECT path, body FROM documents WHERE household = $1 AND NOT open AND (start, path) > ($2, $3) AND start < $4
   ORDER BY start, path LIMIT $5`,
);

/** Reads a household's closed visits, earliest first. */
export async function closedBefore(
  connection: Connection,
  household: Id,
  before: string,
  { start, path }: HistoryMark = { start: '', path: '' },
  limit: number,
): Promise<StoredVisit[]> {
  const rows = await connection.query(closed, household, start, path, before, limit);
  return rows.map((row) => ({ path: row.path, visit: JSON.parse(row.body) }));
}

/** The most rows that one step of the purge deletes. */
const ROWS_PER_STEP = 2000;

interface LogCall {
  household: Id;
  children: readonly Id[] | undefined;
}

const rows = listing<[call: number, child: Id, key: string, body: string]>(
  'restore-log',
  `SELECT call, a.child, a.key, a.body
   FROM json_to_recordset($1) AS r (call int, household text, children text[])
   CROSS JOIN LATERAL (
     SELECT child, key, body FROM after_restore
     WHERE household = r.household AND (r.children IS NULL OR child = ANY (r.children)) OFFSET 0) a`,
);

/** Reads what each household keeps since a restore: all of it, or that of some children. */
export const restoreLogStep: Step<LogCall, LogRow[]> = async (connection, calls) => {
  const found = calls.map((): LogRow[] => []);
  const numbered = calls.map(({ household, children }, call) => ({ call, household, children }));
  for (const [call, child, key, body] of await connection.query(rows, JSON.stringify(numbered)))
    found[call]?.push({ child, key, body });
  return found;
};

// A row that is there is a document before its first write, which stays.
const add = statement(
  'add-to-restore-log',
  `INSERT INTO after_restore (household, child, key, body)
   SELECT household, child, key, body FROM json_to_recordset($1)
     AS r (household text, child text, key text, body text, first boolean)
   ON CONFLICT (household, child, key) DO NOTHING`,
);
const put = statement(
  'put-into-restore-log',
  `INSERT INTO after_restore (household, child, key, body)
   SELECT household, child, key, body FROM json_to_recordset($1) AS r (household text, child text, key text, body text)
   ON CONFLICT (household, child, key) DO UPDATE SET body = excluded.body`,
);
const drop = statement(
  'drop-from-restore-log',
  `DELETE FROM after_restore a USING json_to_recordset($1) AS r (household text, child text, key text)
   WHERE a.household = r.household AND a.child = r.child AND (r.key IS NULL OR a.key = r.key)`,
);

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

const purge = statement<{ count: number }>(
  'purge-restore-log',
  `WITH gone AS (
     DELETE FROM after_restore WHERE ctid = ANY (ARRAY(SELECT ctid FROM after_restore LIMIT ${ROWS_PER_STEP})) RETURNING 1
   ) SELECT count(*)::int AS count FROM gone`,
);

/** The port's `purgeRestoreLog`. */
export async function purgeRestoreLog(connections: Connections): Promise<boolean> {
  const [row] = await connections.query(purge);
  return row?.count === ROWS_PER_STEP;
}
