import { runSql } from './databases.ts';

/** Returns every row of every table of a schema as text. */
export async function rowTexts(address: string): Promise<string[]> {
  const tables = await runSql(
    address,
    'SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = current_schema()',
  );
  // In one statement: a connection for each table took several times as long.
  const each = tables.map(({ name }) => `SELECT row_to_json(t)::text AS row FROM ${name} t`);
  return (await runSql(address, each.join(' UNION ALL '))).map(({ row }) => String(row));
}
