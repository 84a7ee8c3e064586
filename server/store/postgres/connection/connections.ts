import { Pool, types } from 'pg';
import { StoreUnavailable } from '../../port.ts';
import { Connection, type Statement, type Value } from './connection.ts';
import { asStoreError } from './errors.ts';
import { SerialQueues } from './serial-queues.ts';
import { inTransaction, retryOnConflict } from './transaction.ts';

/** The longest wait for a connection, and for the result of one statement. */
const CONNECT_TIMEOUT_MS = 5000;
const QUERY_TIMEOUT_MS = 10_000;

const INT8 = 20;

/** The driver's options for a database. 64-bit integers are read as numbers: versions and counts stay far below 2^53. */
export function driverOptions(address: string) {
  const getTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : types.getTypeParser(oid, format as 'text');
  return {
    connectionString: address,
    application_name: 'framme',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: { getTypeParser },
  };
}

/** The pool of connections of this process to one database; a broken connection is replaced. */
export class Connections {
  readonly #pool: Pool;
  readonly #queues = new SerialQueues();
  readonly #calls = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(address: string, max: number) {
    this.#pool = new Pool({ ...driverOptions(address), max, query_timeout: QUERY_TIMEOUT_MS });
    // The user of a connection notices its end, or it leaves the pool; an unhandled event would end the process.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => void client.on('error', () => undefined));
  }

  /** Runs one statement in a transaction of its own. */
  query<Row>(statement: Statement<Row>, ...values: Value[]): Promise<Row[]> {
    return this.#track(() => this.#lend((connection) => connection.query(statement, ...values)));
  }

  /** Runs `work` in one transaction, after the earlier ones of this process under the same key. */
  transaction<T>(key: string, work: (connection: Connection) => Promise<T>): Promise<T> {
    const once = (connection: Connection) => inTransaction(connection, () => work(connection));
    return this.#track(() => this.#queues.run(key, () => retryOnConflict(() => this.#lend(once))));
  }

  /** Resolves after all earlier calls have settled. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await Promise.allSettled(this.#calls);
    await this.#pool.end();
  }

  async #track<T>(run: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new StoreUnavailable('the store is closed');
    const call = run();
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
