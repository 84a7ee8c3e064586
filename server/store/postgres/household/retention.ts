import type { StoredVisit } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import type { HistoryMark } from '#domain/protocol/sync.ts';
import type { OldestVisit } from '../../ports/retention.ts';
import { type OldestVisitRow, oldestVisitOf } from '../../shared/oldest-visit.ts';
import { type Connection, statement } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';

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
