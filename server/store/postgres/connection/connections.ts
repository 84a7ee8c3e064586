import { Client, type ClientBase, type ClientConfig, Pool } from 'pg';
import { StoreUnavailable } from '../../ports/store.ts';
import { Connection, type Statement, type Value } from './connection.ts';
import { asStoreError } from './errors.ts';
import { driverOptions, Hosts } from './hosts.ts';
import { inTransaction, retryOnConflict } from './transaction.ts';

/** Checks a new connection; if it throws, the connection is closed. */
type Check = (client: ClientBase) => Promise<void>;

/** The longest wait for the result of one statement. */
const QUERY_TIMEOUT_MS = 10_000;

/**
 * The connections of this process to one database, in two pools: transactions that wait for a lock never take the last
 * connection from statements and groups, which wait for none. A broken connection is replaced.
 */
export class Connections {
  readonly #hosts: Hosts;
  readonly #pool: Pool;
  readonly #waiting: Pool;
  readonly #queues = new SerialQueues();
  readonly #calls = new Set<Promise<unknown>>();
  #isClosed = false;

  /** `place`: an address, or its hosts. `max`: of both pools; at least one each. `check` runs on a new one before it is lent. */
  constructor(place: Hosts | string, max: number, check?: Check) {
    this.#hosts = typeof place === 'string' ? new Hosts(place) : place;
    this.#pool = poolOf(this.#hosts, Math.ceil(max / 2), check);
    this.#waiting = poolOf(this.#hosts, Math.max(1, Math.floor(max / 2)), check);
  }

  /** Runs one statement in a transaction of its own. */
  query<Row>(statement: Statement<Row>, ...values: Value[]): Promise<Row[]> {
    return this.track(() => this.lend((connection) => connection.query(statement, ...values)));
  }

  /** Runs one statement in a transaction of its own. Returns the number of rows that it changed. */
  run(statement: Statement<unknown>, ...values: Value[]): Promise<number> {
    return this.track(() => this.lend((connection) => connection.run(statement, ...values)));
  }

  /** Runs `work` in one transaction, after the earlier calls of this process under the same key. */
  transaction<T>(key: string, work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.inOrder(key, () => this.transact(work));
  }

  /** Calls `run` after the earlier calls of this process under the same key have settled. */
  inOrder<T>(key: string, run: () => Promise<T>): Promise<T> {
    return this.track(() => this.#queues.run(key, run));
  }

  /** Runs `work` in one transaction, as part of a tracked call. */
  transact<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const once = (connection: Connection) => inTransaction(connection, () => work(connection));
    return retryOnConflict(() => this.#lendFrom(this.#waiting, once));
  }

  /** Resolves after all earlier calls have settled. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await Promise.allSettled(this.#calls);
    await Promise.all([this.#pool.end(), this.#waiting.end()]);
  }

  /** Makes a call that `close` waits for. Throws StoreUnavailable after `close`. */
  async track<T>(run: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new StoreUnavailable('the store is closed');
    const call = run();
    this.#calls.add(call);
    try {
      return await call;
    } finally {
      this.#calls.delete(call);
    }
  }

  /** Lends a connection to `work`, which waits for no lock, as part of a tracked call. */
  lend<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#lendFrom(this.#pool, work);
  }

  async #lendFrom<T>(pool: Pool, work: (connection: Connection) => Promise<T>): Promise<T> {
    const client = await this.#hosts
      .reach(() => pool.connect())
      .catch((error: unknown) => {
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

function poolOf(hosts: Hosts, max: number, check: Check = async () => undefined): Pool {
  const verify = async (client: ClientBase) => {
    await hosts.check(client);
    await check(client);
  };
  const pool = new Pool({
    ...driverOptions(hosts.present),
    ...{ max, query_timeout: QUERY_TIMEOUT_MS, pipeline: true },
    Client: writingClient(hosts),
    verify: (client, done) => void verify(client).then(() => done(), done),
  });
  // The user of a connection notices its end, or it leaves the pool; an unhandled event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

/** Makes each connection to the host that takes writes at that time. */
function writingClient(hosts: Hosts) {
  return class extends Client {
    constructor(options?: ClientConfig) {
      super({ ...options, ...hosts.options });
    }
  };
}

/**
 * A serial queue for each household: the calls of a busy household wait for each other here, instead of occupying many
 * connections that wait for one row lock while other households get none.
 */
class SerialQueues {
  readonly #last = new Map<string, Promise<void>>();

  /** Runs `work` after all earlier work under the same key has ended; settles as `work` does. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const result = (this.#last.get(key) ?? Promise.resolve()).then(work);
    const ended = result.then(ignore, ignore).then(() => {
      if (this.#last.get(key) === ended) this.#last.delete(key);
    });
    this.#last.set(key, ended);
    return result;
  }
}

function ignore(): void {}
