import type { PoolClient } from 'pg';
import { StoreUnavailable } from '../../port.ts';
import type { Cell } from '../household/columns.ts';
import { asStoreError } from './errors.ts';

/** A value of a statement: one cell, or a column of them. */
export type Value = Cell | readonly Cell[];

/** SQL under a name, prepared once by each connection; its rows have the shape that the SQL gives them. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  /** Never set: carries the type. */
  readonly row?: Row;
}

/** In: a name of its own for each SQL, and the SQL. */
export function statement<Row = Record<string, never>>(name: string, text: string): Statement<Row> {
  return { name, text };
}

/** A connection while it is lent to one caller. Rejects with StoreUnavailable, or with the database's own error. */
export class Connection {
  readonly #client: PoolClient;
  #isBroken = false;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  /** True where nobody should use it any more. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  async query<Row>({ name, text }: Statement<Row>, ...values: Value[]): Promise<Row[]> {
    const { rows } = await this.#orExplain(() => this.#client.query({ name, text, values }));
    return rows as Row[];
  }

  /** Runs SQL without values. Out: what the database says it did, like COMMIT. */
  async command(sql: string): Promise<string> {
    const result = await this.#orExplain(() => this.#client.query(sql));
    return result.command;
  }

  async #orExplain<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      const explained = asStoreError(error);
      if (explained instanceof StoreUnavailable) this.#isBroken = true;
      throw explained;
    }
  }
}
