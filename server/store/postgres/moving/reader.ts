import type { Client } from 'pg';
import { withoutOp } from '../../moving/outcome-rows.ts';
import type { MovedRow, MoveSource } from '../../ports/moving.ts';
import { movedTables, type PlainTable } from './tables.ts';

const ROWS_PER_BATCH = 500;

/** The rows of the common tables. */
const COMMON: Readonly<Record<string, string>> = {
  documents: `SELECT household, path, version, body, visitor, start, CASE WHEN body IS NOT NULL THEN open::int END AS open
    FROM documents`,
  // The other store keeps the devices that wrote last at the end.
  devices: 'SELECT household, device, last_sequence FROM devices ORDER BY household, last_sequence, device',
  outcomes: 'SELECT household, op, recorded_at, outcome FROM outcomes',
  sent_notices: `SELECT n.household, n.about, coalesce(min(o.recorded_at), max(n.sent_at)) AS at
    FROM notices n LEFT JOIN outcomes o ON o.household = n.household AND o.op = n.about
    WHERE n.sent_at IS NOT NULL GROUP BY n.household, n.about`,
  notices: `SELECT household, row_number() OVER (PARTITION BY household ORDER BY number) AS place,
      about, kind, message, due_at, taken::int AS taken, attempts
    FROM notices WHERE sent_at IS NULL ORDER BY household, number`,
};

/** Reads a database in the transaction of a connection, which sees one moment. */
export function rowReader(client: Client, plain: readonly PlainTable[]): Omit<MoveSource, 'close'> {
  const selects = new Map(plain.map((table) => [table.name, selectOf(table)]));
  const sqlOf = (table: string) => COMMON[table] ?? selects.get(table) ?? '';
  return {
    tables: movedTables(plain),
    async count(table) {
      const { rows } = await client.query<{ count: number }>(
        `SELECT count(*) AS count FROM (${sqlOf(table)}) AS moved`,
      );
      return rows[0]?.count ?? 0;
    },
    async *read(table) {
      await client.query(`DECLARE moved NO SCROLL CURSOR FOR ${sqlOf(table)}`);
      while (true) {
        const { rows } = await client.query<MovedRow>(`FETCH ${ROWS_PER_BATCH} FROM moved`);
        if (rows.length > 0) yield rows.map((row) => rowOf(table, row));
        if (rows.length < ROWS_PER_BATCH) break;
      }
      await client.query('CLOSE moved');
    },
  };
}

function selectOf({ name, columns, truths }: PlainTable): string {
  const selected = Object.keys(columns).map((column) =>
    truths.includes(column) ? `"${column}"::int AS "${column}"` : `"${column}"`,
  );
  return `SELECT ${selected.join(', ')} FROM "${name}"`;
}

function rowOf(table: string, row: MovedRow): MovedRow {
  if (table === 'outcomes')
    return {
      ...row,
      outcome: withoutOp(String(row.outcome)),
      recorded_at: Date.parse(String(row.recorded_at)),
    };
  return table === 'sent_notices' ? { ...row, at: Date.parse(String(row.at)) } : row;
}
