import { runSql } from './databases.ts';

/** Returns every row of every table of a schema as text. */
export async function rowTexts(address: string): Promise<string[]> {
  const tables = await runSql(
    address,
    'SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = current_schema()',
  );
  const rows = await Promise.all(
    tables.map(({ name }) => runSql(address, `SELECT row_to_json(t)::text AS row FROM ${name} t`)),
  );
  return rows.flat().map(({ row }) => String(row));
}
