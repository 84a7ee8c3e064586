import { Client, type ClientBase, type ClientConfig, Pool } from 'pg';
import { StoreUnavailable } from '../../ports/store.ts';
import type { Statement, Value } from '../../shared/queries.ts';
import { Connection } from './connection.ts';
import { asStoreError } from './errors.ts';
import { driverOptions, Hosts } from './hosts.ts';
import { inTransaction, retryOnConflict } from './transaction.ts';

/** Throwing closes the connection. */
type Check = (client: ClientBase) => Promise<void>;

const QUERY_TIMEOUT_MS = 10_000;

/** A plan made while a table was small would read all of it once it has grown. */
const PLAN_EACH_RUN = 'SET plan_cache_mode = force_custom_plan; SET jit = off';

/**
 * Two pools: transactions that wait for a lock never take the last connection from statements and groups,
 * which wait for none.
 */
export class Connections {
  readonly #hosts: Hosts;
  readonly #pool: Pool;
  readonly #waiting: Pool;
  readonly #queues = new SerialQueues();
  readonly #calls = new Set<Promise<unknown>>();
  #isClosed = false;

  /** `max` counts both pools, each at least one. `check` runs on a new connection. */
  constructor(place: Hosts | string, max: number, check?: Check) {
    this.#hosts = typeof place === 'string' ? new Hosts(place) : place;
    this.#pool = poolOf(this.#hosts, Math.ceil(max / 2), check);
    this.#waiting = poolOf(this.#hosts, Math.max(1, Math.floor(max / 2)), check);
  }

  /** In a transaction of its own. */
  query<Row>(statement: Statement<Row>, ...values: Value[]): Promise<Row[]> {
    return this.track(() => this.lend((connection) => connection.query(statement, ...values)));
  }

  /** In a transaction of its own; the number of changed rows. */
  run(statement: Statement<unknown>, ...values: Value[]): Promise<number> {
    return this.track(() => this.lend((connection) => connection.run(statement, ...values)));
  }

  /** After this process's earlier calls under the same key. */
  transaction<T>(key: string, work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.inOrder(key, () => this.transact(work));
  }

  inOrder<T>(key: string, run: () => Promise<T>): Promise<T> {
    return this.track(() => this.#queues.run(key, run));
  }

  transact<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const once = (connection: Connection) => inTransaction(connection, () => work(connection));
    return retryOnConflict(() => this.#lendFrom(this.#waiting, once));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await Promise.allSettled(this.#calls);
    await Promise.all([this.#pool.end(), this.#waiting.end()]);
  }

  /** `close` waits for the call. Throws StoreUnavailable after `close`. */
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

  /** For work that waits for no lock. */
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
    await client.query(PLAN_EACH_RUN);
    await check(client);
  };
  const pool = new Pool({
    ...driverOptions(hosts.present),
    max,
    query_timeout: QUERY_TIMEOUT_MS,
    pipeline: true,
    Client: writingClient(hosts),
    verify: (client, done) => void verify(client).then(() => done(), done),
  });
  // Users of a connection notice its end; an unhandled event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

/** Each connection goes to the host that takes writes then. */
function writingClient(hosts: Hosts) {
  return class extends Client {
    constructor(options?: ClientConfig) {
      super({ ...options, ...hosts.options });
    }
  };
}

/**
 * A busy household's calls wait here, not on many connections for one row lock. Unlike `KeyedQueue` it
 * starts the next call in the same turn of the event loop, so that taps wait less.
 */
class SerialQueues {
  readonly #last = new Map<string, Promise<void>>();

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
