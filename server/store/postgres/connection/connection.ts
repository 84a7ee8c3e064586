import type { PoolClient, QueryResult } from 'pg';
import { StoreUnavailable } from '../../port.ts';

/** One value of a row. */
type Cell = string | number | boolean | null;

import { asStoreError } from './errors.ts';

/** A parameter of a statement: one cell, or a column of cells. */
export type Value = Cell | readonly Cell[];

/** Named SQL, prepared once by each connection, with the type of its rows. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  /** Never set: carries the type. */
  readonly row?: Row;
}

/** Creates a prepared statement; the name must be unique for its SQL. */
export function statement<Row = Record<string, never>>(name: string, text: string): Statement<Row> {
  return { name, text };
}

/** A pooled connection, lent to one caller. Rejects with StoreUnavailable, or with the database's own error. */
export class Connection {
  readonly #client: PoolClient;
  #isBroken = false;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  /** True if the connection must not be used again. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  async query<Row>({ name, text }: Statement<Row>, ...values: Value[]): Promise<Row[]> {
    const { rows } = await this.#mapErrors(() => this.#client.query({ name, text, values }));
    return rows as Row[];
  }

  /** Runs SQL without parameters. Returns the database's command tag, such as COMMIT. */
  async command(sql: string): Promise<string> {
    const result = await this.#mapErrors(() => this.#client.query(sql));
    return result.command;
  }

  /** Runs several statements without parameters in one round trip. Returns the rows of the last one. */
  async rows<Row>(sql: string): Promise<Row[]> {
    const results: unknown = await this.#mapErrors(() => this.#client.query(sql));
    return (results as QueryResult[]).at(-1)?.rows ?? [];
  }

  async #mapErrors<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      const mapped = asStoreError(error);
      if (mapped instanceof StoreUnavailable) this.#isBroken = true;
      throw mapped;
    }
  }
}
