import type { ClientBase, QueryArrayConfig, QueryConfig, QueryResult } from 'pg';
import { StoreUnavailable } from '../../ports/store.ts';
import { type BatchReader, Duplicate, type Queries, ROWS_PER_BATCH, sql } from '../../shared/queries.ts';
import { asStoreError, isDuplicate } from './errors.ts';

/** One value of a row. */
type Cell = string | number | boolean | null;

/** A parameter of a statement: one cell, or a column of cells. */
export type Value = Cell | readonly Cell[];

/** SQL with the type of its rows; if it has a name, each connection prepares it once. */
export interface Statement<Row> {
  readonly name?: string;
  readonly text: string;
  readonly rowMode?: 'array';
  /** Never set: carries the type. */
  readonly row?: Row;
}

/** Creates a statement that the database plans at each run, by the size of its tables then. */
export function plannedAnew<Row = Record<string, never>>(text: string): Statement<Row> {
  return { text };
}

/**
 * Creates a prepared statement whose rows are lists of its columns: the driver makes an object column by column, at the cost of
 * parsing the row once more. For what every tap reads.
 */
export function listing<Row extends readonly Cell[]>(text: string): Statement<Row> {
  return { ...sql(text), rowMode: 'array' };
}

/** A connection, lent to one caller. Rejects with StoreUnavailable, or with the database's own error. */
export class Connection {
  readonly #client: ClientBase;
  /** True if the connection must not be used again. */
  isBroken = false;

  constructor(client: ClientBase) {
    this.#client = client;
  }

  async query<Row>(statement: Statement<Row>, ...values: Value[]): Promise<Row[]> {
    const config: QueryConfig = { ...statement, values };
    const { rows } = await this.#mapErrors(() => this.#client.query(config));
    return rows as Row[];
  }

  /** Runs a statement. Returns the number of rows that it changed. Rejects with Duplicate, too. */
  async run(statement: Statement<unknown>, ...values: Value[]): Promise<number> {
    const config: QueryConfig = { ...statement, values };
    const { rowCount } = await this.#mapErrors(() => this.#client.query(config)).catch((error: unknown) => {
      throw isDuplicate(error) ? new Duplicate('the row is there already', { cause: error }) : error;
    });
    return rowCount ?? 0;
  }

  /** Runs SQL without parameters. Returns the database's command tag, such as COMMIT. */
  async command(sql: string): Promise<string> {
    const result = await this.#mapErrors(() => this.#client.query(sql));
    return result.command;
  }

  /** Runs several statements without parameters in one round trip. Returns the rows of the last one, as lists of their columns. */
  async lists<Row extends readonly Cell[]>(text: string): Promise<Row[]> {
    const config: QueryArrayConfig = { text, rowMode: 'array' };
    const results: unknown = await this.#mapErrors(() => this.#client.query(config));
    return (results as QueryResult<never>[]).at(-1)?.rows ?? [];
  }

  async #mapErrors<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      const mapped = asStoreError(error);
      if (mapped instanceof StoreUnavailable) this.isBroken = true;
      throw mapped;
    }
  }
}

/** Runs the statements of both stores, by a connection or by any of several. */
export function queriesOf(connection: Pick<Connection, 'query' | 'run'>): Queries {
  return {
    all: (statement, ...values) => connection.query(statement, ...values),
    one: async (statement, ...values) => (await connection.query(statement, ...values))[0],
    run: (statement, ...values) => connection.run(statement, ...values),
  };
}

/** Reads by a connection in its transaction. */
export function batchReader(client: ClientBase): BatchReader {
  const connection = new Connection(client);
  return {
    ...queriesOf(connection),
    async *batches<Row>({ text }: Statement<Row>, ...values: Value[]) {
      await connection.query({ text: `DECLARE batches NO SCROLL CURSOR FOR ${text}` }, ...values);
      const next: Statement<Row> = { text: `FETCH ${ROWS_PER_BATCH} FROM batches` };
      for (;;) {
        const rows = await connection.query(next);
        if (rows.length > 0) yield rows;
        if (rows.length < ROWS_PER_BATCH) break;
      }
      await connection.command('CLOSE batches');
    },
  };
}
