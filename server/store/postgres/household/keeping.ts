import type { StoredVisit } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import type { HistoryMark } from '#domain/protocol/sync.ts';
import { type AgeRow, ageOf } from '../../oldest-visit.ts';
import type { HouseholdAge } from '../../port.ts';
import { type Connection, statement } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';

/** Profiles as one JSON array, and the start of the earliest closed visit; a tombstone has no start. */
const AGE = `SELECT h.id,
  (SELECT '[' || coalesce(string_agg(d.body, ','), '') || ']' FROM documents d
   WHERE d.household = h.id AND d.path > 'profiles/' AND d.path < 'profiles0' AND d.body IS NOT NULL) AS profiles,
  (SELECT d.start FROM documents d WHERE d.household = h.id AND NOT d.open AND d.start > ''
   ORDER BY d.start LIMIT 1) AS oldest
  FROM households h`;

const one = statement<AgeRow>('household-age', `${AGE} WHERE h.id = $1`);
const next = statement<AgeRow>('household-ages', `${AGE} WHERE h.id > $1 ORDER BY h.id LIMIT $2`);

export async function household(connections: Connections, id: Id): Promise<HouseholdAge | undefined> {
  const [row] = await connections.query(one, id);
  return row && ageOf(row);
}

export async function households(
  connections: Connections,
  after: Id | undefined,
  limit: number,
): Promise<HouseholdAge[]> {
  return (await connections.query(next, after ?? '', limit)).map(ageOf);
}

const closed = statement<{ path: StoredVisit['path']; body: string }>(
  'closed-before',
  `SELECT path, body FROM documents WHERE household = $1 AND NOT open AND (start, path) > ($2, $3) AND start < $4
   ORDER BY start, path LIMIT $5`,
);

/** A household's closed visits from the earliest on. */
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
