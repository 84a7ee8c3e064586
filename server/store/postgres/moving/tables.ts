import type { Client } from 'pg';
import { COMMON_TABLES } from '../../hosting/moving/tables.ts';
import type { MovedTable } from '../../ports/moving.ts';

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
