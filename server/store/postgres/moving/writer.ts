import type { Client } from 'pg';
import { storedOutcome } from '../../hosting/move-rows.ts';
import type { MovedRow } from '../../ports/moving.ts';
import type { PlainTable } from './tables.ts';

/** The statements that write a batch of rows of the common tables, which is $1 as JSON. */
const COMMON: Readonly<Record<string, string>> = {
  // A tombstone counts as closed (save.ts).
  documents: `INSERT INTO documents (household, path, version, body, visitor, start, open)
    SELECT household, path, version, body, visitor, start, CASE WHEN body IS NULL THEN FALSE ELSE open = 1 END
    FROM json_to_recordset($1)
      AS r (household text, path text, version bigint, body text, visitor text, start text, open int)`,
  devices: `INSERT INTO devices (household, device, last_sequence)
    SELECT household, device, last_sequence
    FROM json_to_recordset($1) AS r (household text, device text, last_sequence bigint)`,
  outcomes: `INSERT INTO outcomes (household, op, recorded_at, version, outcome)
    SELECT household, op, recorded_at, version, outcome
    FROM json_to_recordset($1) AS r (household text, op text, recorded_at bigint, version bigint, outcome text)`,
  sent_notices: `INSERT INTO outcomes (household, op, recorded_at, notified)
    SELECT household, about, at, TRUE FROM json_to_recordset($1) AS r (household text, about text, at bigint)
    ON CONFLICT (household, op) DO UPDATE SET notified = TRUE`,
  // Numbered in their household, after those before.
  notices: `WITH batch AS MATERIALIZED (
      SELECT *, row_number() OVER (PARTITION BY household ORDER BY place) AS next FROM json_to_recordset($1)
        AS r (household text, place int, about text, kind text, message text, due_at text, taken int, attempts int)
    ), raised AS (
      UPDATE households h SET last_notice = last_notice + many
      FROM (SELECT household, count(*) AS many FROM batch GROUP BY household) AS counted
      WHERE h.id = counted.household RETURNING h.id AS household, last_notice - many AS former
    )
    INSERT INTO notices (household, about, number, kind, message, due_at, taken, attempts)
    SELECT household, about, former + next, kind, message, due_at, taken = 1, attempts FROM batch JOIN raised USING (household)`,
};

/** Writes batches of rows in the transaction of a connection. */
export function rowWriter(client: Client, plain: readonly PlainTable[]) {
  const inserts = new Map(plain.map((table) => [table.name, insertOf(table)]));
  return async (table: string, rows: readonly MovedRow[]): Promise<void> => {
    const sql = COMMON[table] ?? inserts.get(table) ?? '';
    const batch = JSON.stringify(table === 'outcomes' ? rows.map(storedOutcome) : rows);
    await client.query(sql, [batch]);
  };
}

function insertOf({ name, columns }: PlainTable): string {
  const names = Object.keys(columns)
    .map((column) => `"${column}"`)
    .join(', ');
  return `INSERT INTO "${name}" (${names}) SELECT ${names} FROM json_populate_recordset(NULL::"${name}", $1)`;
}
