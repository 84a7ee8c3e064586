import type { ClientBase, QueryArrayConfig, QueryConfig, QueryResult } from 'pg';
import { StoreUnavailable } from '../../ports/store.ts';
import {
  type BatchReader,
  Duplicate,
  type Queries,
  ROWS_PER_BATCH,
  type Statement,
  sql,
  unprepared,
  type Value,
} from '../../shared/queries.ts';
import { asStoreError, isDuplicate } from './errors.ts';

/** Rows as arrays, for what every tap reads: objects cost as much as parsing the row again. */
export function listing<Row extends readonly (Value | undefined)[]>(text: string): Statement<Row> {
  return { ...sql<Row>(text), rowMode: 'array' } as Statement<Row>;
}

/** Rejects with StoreUnavailable, or with the database's own error. */
export class Connection {
  readonly #client: ClientBase;
  /** Must not be used again. */
  isBroken = false;

  constructor(client: ClientBase) {
    this.#client = client;
  }

  async query<Row>(statement: Statement<Row>, ...values: Value[]): Promise<Row[]> {
    const config: QueryConfig = { ...statement, values };
    const { rows } = await this.#mapErrors(() => this.#client.query(config));
    return rows as Row[];
  }

  /** The number of changed rows. Rejects with Duplicate, too. */
  async run(statement: Statement<unknown>, ...values: Value[]): Promise<number> {
    const config: QueryConfig = { ...statement, values };
    const { rowCount } = await this.#mapErrors(() => this.#client.query(config)).catch((error: unknown) => {
      throw isDuplicate(error) ? new Duplicate('the row is there already', { cause: error }) : error;
    });
    return rowCount ?? 0;
  }

  /** Resolves to the command tag, such as COMMIT. */
  async command(sql: string): Promise<string> {
    const result = await this.#mapErrors(() => this.#client.query(sql));
    return result.command;
  }

  /** Statements without parameters in one round trip; resolves to the rows of the last. */
  async lists<Row extends readonly unknown[]>(text: string): Promise<Row[]> {
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

export function queriesOf(connection: Pick<Connection, 'query' | 'run'>): Queries {
  return {
    all: (statement, ...values) => connection.query(statement, ...values),
    one: async (statement, ...values) => (await connection.query(statement, ...values))[0],
    run: (statement, ...values) => connection.run(statement, ...values),
  };
}

/** In the connection's transaction. */
export function batchReader(client: ClientBase): BatchReader {
  const connection = new Connection(client);
  return {
    ...queriesOf(connection),
    async *batches<Row>({ text }: Statement<Row>, ...values: Value[]) {
      await connection.query(unprepared(sql(`DECLARE batches NO SCROLL CURSOR FOR ${text}`)), ...values);
      const next = unprepared(sql<Row>(`FETCH ${ROWS_PER_BATCH} FROM batches`));
      for (;;) {
        const rows = await connection.query(next);
        if (rows.length > 0) yield rows;
        if (rows.length < ROWS_PER_BATCH) break;
      }
      await connection.command('CLOSE batches');
    },
  };
}
