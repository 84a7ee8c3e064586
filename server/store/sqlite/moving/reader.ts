import type { DatabaseSync } from 'node:sqlite';
import { movedOutcome } from '../../hosting/moving/outcome-rows.ts';
import type { MovedRow, MoveSource } from '../../ports/moving.ts';
import { query } from '../connection/connection.ts';
import { IS_NAMED, movedTables, type PlainTable, plainTables } from './tables.ts';

const ROWS_PER_BATCH = 500;

const OF_HOUSEHOLD = `JOIN households h ON h.number = t.household AND ${IS_NAMED}`;

/** The rows of the common tables. */
const COMMON: Readonly<Record<string, string>> = {
  // An open visit's body ends with blanks (save.ts).
  documents: `SELECT h.id AS household, path, t.version, body, NULL AS visitor, NULL AS start, NULL AS open
      FROM people t ${OF_HOUSEHOLD}
    UNION ALL SELECT h.id, path, t.version, rtrim(body, ' '), visitor, start, iif(body IS NULL, NULL, open)
      FROM visits t ${OF_HOUSEHOLD}`,
  devices: `SELECT h.id AS household, value ->> 0 AS device, value ->> 1 AS last_sequence
    FROM households h, json_each(h.devices) WHERE ${IS_NAMED}`,
  outcomes: `SELECT h.id AS household, op, recorded_at, t.version, outcome FROM outcomes t ${OF_HOUSEHOLD}
    WHERE t.version IS NOT NULL OR outcome IS NOT NULL`,
  sent_notices: `SELECT h.id AS household, op AS about, recorded_at AS at FROM outcomes t ${OF_HOUSEHOLD} WHERE notified = 1`,
  notices: `SELECT h.id AS household, row_number() OVER (PARTITION BY t.household ORDER BY t.id) AS place,
      about, kind, message, due_at, taken, attempts
    FROM notices t ${OF_HOUSEHOLD} ORDER BY t.household, t.id`,
};

/** Prepares the reading of a database that nobody writes meanwhile. */
export function rowReader(db: DatabaseSync): Omit<MoveSource, 'close'> {
  const plain = new Map(plainTables(db).map((table) => [table.name, selectOf(table)]));
  const sqlOf = (table: string) => COMMON[table] ?? plain.get(table) ?? '';
  return {
    tables: movedTables(db),
    count: async (table) =>
      query<{ count: number }>(db, `SELECT count(*) AS count FROM (${sqlOf(table)})`).get()?.count ?? 0,
    async *read(table) {
      let batch: MovedRow[] = [];
      for (const row of query<MovedRow>(db, sqlOf(table)).each()) {
        batch.push(table === 'outcomes' ? movedOutcome(row) : row);
        if (batch.length < ROWS_PER_BATCH) continue;
        yield batch;
        batch = [];
      }
      if (batch.length > 0) yield batch;
    },
  };
}

function selectOf({ name, columns, numbers }: PlainTable): string {
  if (name === 'households')
    return `SELECT ${Object.keys(columns).join(', ')} FROM households h WHERE ${IS_NAMED}`;
  const [number, ...others] = numbers;
  if (others.length > 0) throw new Error(`${name} refers to two households`);
  const selected = Object.keys(columns).map((column) =>
    column === number ? `h.id AS "${column}"` : `t."${column}"`,
  );
  // A row may belong to no household.
  const join =
    number === undefined
      ? ''
      : `LEFT JOIN households h ON h.number = t."${number}" WHERE t."${number}" IS NULL OR ${IS_NAMED}`;
  return `SELECT ${selected.join(', ')} FROM "${name}" t ${join}`;
}
