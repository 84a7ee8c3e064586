import type { Client } from 'pg';
import { movedOutcome } from '../../hosting/moving/outcome-rows.ts';
import type { MovedRow, MoveSource } from '../../ports/moving.ts';
import { movedTables, type PlainTable } from './tables.ts';

const ROWS_PER_BATCH = 500;

/** The rows of the common tables. */
const COMMON: Readonly<Record<string, string>> = {
  documents: `SELECT household, path, version, body, visitor, start, CASE WHEN body IS NOT NULL THEN open::int END AS open
    FROM documents`,
  // The other store keeps the devices that wrote last at the end.
  devices: 'SELECT household, device, last_sequence FROM devices ORDER BY household, last_sequence, device',
  outcomes: `SELECT household, op, recorded_at, version, outcome FROM outcomes
    WHERE version IS NOT NULL OR outcome IS NOT NULL`,
  sent_notices: 'SELECT household, op AS about, recorded_at AS at FROM outcomes WHERE notified',
  notices: `SELECT household, row_number() OVER (PARTITION BY household ORDER BY number) AS place,
      about, kind, message, due_at, taken::int AS taken, attempts
    FROM notices ORDER BY household, number`,
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
        if (rows.length > 0) yield table === 'outcomes' ? rows.map(movedOutcome) : rows;
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
