import type { Client } from 'pg';
import { movedOutcome } from '../../hosting/move-rows.ts';
import { COMMON_TABLES } from '../../hosting/moved-tables.ts';
import type { MovedRow, MovedTable, MoveSource } from '../../ports/moving.ts';

/** The columns that the common tables cover, or that are derived; a table or column in no list is moved as it is. */
export const OWN_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  households: ['last_notice'],
  documents: ['household', 'path', 'version', 'body', 'visitor', 'start', 'open'],
  devices: ['household', 'device', 'last_sequence'],
  outcomes: ['household', 'op', 'recorded_at', 'version', 'outcome', 'notified'],
  notices: ['household', 'about', 'number', 'kind', 'message', 'due_at', 'taken', 'attempts'],
  store_epoch: ['epoch', 'home', 'restored_at', 'restored_from'],
  framme_schema: ['version'],
};

/** A table that is moved as it is. */
export interface PlainTable extends MovedTable {
  /** The columns that are true or false here, and 1 or 0 in the other store. */
  truths: readonly string[];
}

const COLUMNS = `SELECT table_name AS "table", column_name AS name, data_type AS type
  FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
  WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY 1, ordinal_position`;

const REFERENCES = `SELECT child.relname AS "table", parent.relname AS parent FROM pg_constraint c
    JOIN pg_class child ON child.oid = c.conrelid JOIN pg_class parent ON parent.oid = c.confrelid
  WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace`;

const KINDS: Readonly<Record<string, 'text' | 'number'>> = {
  ...{ text: 'text', bigint: 'number', integer: 'number', boolean: 'number' },
};

/** Returns the tables that are moved as they are, by the schema itself. */
export async function plainTables(client: Client): Promise<PlainTable[]> {
  const { rows: columns } = await client.query<{ table: string; name: string; type: string }>(COLUMNS);
  const { rows: references } = await client.query<{ table: string; parent: string }>(REFERENCES);
  const moved = columns.filter(({ table, name }) => !OWN_COLUMNS[table]?.includes(name));
  return [...Map.groupBy(moved, ({ table }) => table)].map(([name, own]) => ({
    name,
    columns: Object.fromEntries(own.map((column) => [column.name, kindOf(column.type)])),
    parents: references.filter(({ table }) => table === name).map(({ parent }) => parent),
    truths: own.filter(({ type }) => type === 'boolean').map((column) => column.name),
  }));
}

function kindOf(type: string): 'text' | 'number' {
  const kind = KINDS[type];
  if (kind === undefined) throw new Error(`a column of the type ${type} cannot be moved`);
  return kind;
}

/** Returns all tables as both stores have them. */
export function movedTables(plain: readonly PlainTable[]): MovedTable[] {
  return [...plain, ...COMMON_TABLES];
}

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
