import { Pool, types } from 'pg';
import { StoreUnavailable } from '../../port.ts';
import { Connection, type Statement, type Value } from './connection.ts';
import { asStoreError } from './errors.ts';
import { inTransaction, retrying } from './transaction.ts';
import { Turns } from './turns.ts';

/** How long anybody waits for a connection, and for the answer to one statement, in ms. */
const PATIENCE_MS = 5000;
const ANSWER_MS = 10_000;

const INT8 = 20;

/** How this server talks to a database. Versions and counts stay far below 2^53, so numbers of 64 bits are numbers. */
export function driverOptions(address: string) {
  const getTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : types.getTypeParser(oid, format as 'text');
  return {
    connectionString: address,
    application_name: 'framme',
    keepAlive: true,
    connectionTimeoutMillis: PATIENCE_MS,
    types: { getTypeParser },
  };
}

/** The connections of this process to one database, lent out call by call; a broken one is replaced. */
export class Connections {
  readonly #pool: Pool;
  readonly #turns = new Turns();
  readonly #calls = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(address: string, most: number) {
    this.#pool = new Pool({ ...driverOptions(address), max: most, query_timeout: ANSWER_MS });
    // A connection that ends is noticed by whoever uses it, or leaves the pool; unheard, the event would end us.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => void client.on('error', () => undefined));
  }

  /** Runs one statement, a transaction by itself. */
  query<Row>(statement: Statement<Row>, ...values: Value[]): Promise<Row[]> {
    return this.#answer(() => this.#lend((connection) => connection.query(statement, ...values)));
  }

  /** Runs `work` in one transaction, after the household's others of this process. */
  transaction<T>(household: string, work: (connection: Connection) => Promise<T>): Promise<T> {
    const once = (connection: Connection) => inTransaction(connection, () => work(connection));
    return this.#answer(() => this.#turns.take(household, () => retrying(() => this.#lend(once))));
  }

  /** Resolves after everything that was asked for before has been answered. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await Promise.allSettled(this.#calls);
    await this.#pool.end();
  }

  async #answer<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new StoreUnavailable('the store is closed');
    const call = ask();
    this.#calls.add(call);
    try {
      return await call;
    } finally {
      this.#calls.delete(call);
    }
  }

  async #lend<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw asStoreError(error);
    });
    const connection = new Connection(client);
    try {
      return await work(connection);
    } finally {
      client.release(connection.isBroken);
    }
  }
}
