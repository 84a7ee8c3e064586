import type { Client } from 'pg';
import { isoTime } from '#domain/time.ts';
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
  outcomes: `INSERT INTO outcomes (household, op, device, sequence, outcome, recorded_at)
    SELECT household, op, '', 0, outcome, recorded_at
    FROM json_to_recordset($1) AS r (household text, op text, outcome text, recorded_at text)`,
  sent_notices: numbered(
    `SELECT household, row_number() OVER (PARTITION BY household ORDER BY about) AS place, about, 'first' AS kind,
       NULL AS message, at AS due_at, FALSE AS taken, 1 AS attempts, at AS sent_at
     FROM json_to_recordset($1) AS r (household text, about text, at text)`,
  ),
  notices: numbered(
    `SELECT household, row_number() OVER (PARTITION BY household ORDER BY place) AS place, about, kind,
       message, due_at, taken = 1 AS taken, attempts, NULL AS sent_at
     FROM json_to_recordset($1)
       AS r (household text, place int, about text, kind text, message text, due_at text, taken int, attempts int)`,
  ),
};

/** Returns the statement that numbers notices in their household, after those before: the sent ones come first. */
function numbered(rows: string): string {
  return `WITH batch AS MATERIALIZED (${rows}), raised AS (
      UPDATE households h SET last_notice = last_notice + many
      FROM (SELECT household, count(*) AS many FROM batch GROUP BY household) AS counted
      WHERE h.id = counted.household RETURNING h.id AS household, last_notice - many AS former
    )
    INSERT INTO notices (household, number, about, kind, message, due_at, taken, attempts, sent_at)
    SELECT household, former + place, about, kind, message, due_at, taken, attempts, sent_at
    FROM batch JOIN raised USING (household)`;
}

/** Writes batches of rows in the transaction of a connection. */
export function rowWriter(client: Client, plain: readonly PlainTable[]) {
  const inserts = new Map(plain.map((table) => [table.name, insertOf(table)]));
  return async (table: string, rows: readonly MovedRow[]): Promise<void> => {
    const sql = COMMON[table] ?? inserts.get(table) ?? '';
    await client.query(sql, [JSON.stringify(rows.map((row) => rowOf(table, row)))]);
  };
}

function insertOf({ name, columns }: PlainTable): string {
  const names = Object.keys(columns)
    .map((column) => `"${column}"`)
    .join(', ');
  return `INSERT INTO "${name}" (${names}) SELECT ${names} FROM json_populate_recordset(NULL::"${name}", $1)`;
}

function rowOf(table: string, row: MovedRow): MovedRow {
  if (table === 'outcomes')
    return { ...row, outcome: withOp(row), recorded_at: isoTime(Number(row.recorded_at)) };
  return table === 'sent_notices' ? { ...row, at: isoTime(Number(row.at)) } : row;
}

function withOp({ op, outcome }: MovedRow): string {
  return JSON.stringify({ op, ...(JSON.parse(String(outcome)) as object) });
}
