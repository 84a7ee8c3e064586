import { Client, type ClientBase, type ClientConfig, types } from 'pg';
import { databaseHosts } from '../../../config/database-url.ts';
import { CannotOpenStore, StoreUnavailable } from '../../ports/store.ts';
import { APPLICATION_NAME } from '../schema/migrations.ts';

/** One takes writes: the primary, or the standby that took over. */
export class Hosts {
  readonly #all: readonly string[];
  #present: string;
  #searching: Promise<boolean> | undefined;
  /** By address, why the last search skipped it: an error's code, or `read-only`. */
  readonly passedOver = new Map<string, string>();

  constructor(address: string) {
    this.#all = databaseHosts(address);
    this.#present = this.#all[0] ?? address;
  }

  /** The host that took writes at the last search. */
  get present(): string {
    return this.#present;
  }

  get areSeveral(): boolean {
    return this.#all.length > 1;
  }

  get options() {
    return this.areSeveral ? driverOptions(this.#present, HOST_TIMEOUT_MS) : driverOptions(this.#present);
  }

  /** Connects once more if another host takes writes by now. Rejects as `connect` does. */
  async reach<T>(connect: () => Promise<T>): Promise<T> {
    const tried = this.#present;
    try {
      return await connect();
    } catch (error) {
      if (!this.areSeveral) throw error;
      await this.search();
      if (this.#present === tried) throw error;
      return connect();
    }
  }

  /** Throws StoreUnavailable if one of several hosts takes no writes. */
  async check(client: ClientBase): Promise<void> {
    if (this.areSeveral && !(await isWritable(client)))
      throw new StoreUnavailable('the database host takes no writes');
  }

  /** False if none of the hosts takes writes. */
  search(): Promise<boolean> {
    this.#searching ??= this.#tryAll().finally(() => {
      this.#searching = undefined;
    });
    return this.#searching;
  }

  async #tryAll(): Promise<boolean> {
    for (const address of this.#all) {
      const problem = await problemOf(address);
      if (problem === undefined) {
        this.#present = address;
        return true;
      }
      this.passedOver.set(address, problem);
    }
    return false;
  }
}

/** An unhandled event would end the process; the running statement sees the end. */
export function clientOf(options: ClientConfig): Client {
  const client = new Client(options);
  client.on('error', () => undefined);
  return client;
}

/** A code, or the driver's words; undefined if it takes writes. */
async function problemOf(address: string): Promise<string | undefined> {
  // A host that stalls after the login would hold up every call.
  const client = clientOf({
    ...driverOptions(address, HOST_TIMEOUT_MS),
    query_timeout: HOST_TIMEOUT_MS,
  });
  try {
    await client.connect();
    return (await isWritable(client)) ? undefined : 'read-only';
  } catch (error) {
    if (!(error instanceof Error)) return 'unknown';
    return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function isWritable(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
  return rows[0]?.transaction_read_only === 'off';
}

/** The shorter one is for each of several hosts. */
const CONNECT_TIMEOUT_MS = 5000;
const HOST_TIMEOUT_MS = 2000;

const INT8 = 20;

/** 64-bit integers become numbers: versions and counts stay far below 2^53. */
export function driverOptions(address: string, connectionTimeoutMillis = CONNECT_TIMEOUT_MS) {
  const getTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : types.getTypeParser(oid, format as 'text');
  return {
    connectionString: address,
    application_name: APPLICATION_NAME,
    keepAlive: true,
    connectionTimeoutMillis,
    types: { getTypeParser },
  };
}

/** In transaction mode a second client gets the first one's connection while in a transaction. */
export async function isPooled(address: string): Promise<boolean> {
  const [first, second] = [clientOf(driverOptions(address)), clientOf(driverOptions(address))];
  const processOf = async (client: Client) =>
    (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
  try {
    await first.connect();
    await second.connect();
    const before = await processOf(first);
    await second.query('BEGIN');
    const others = await processOf(second);
    const after = await processOf(first);
    await second.query('COMMIT');
    return before !== after || before === others;
  } finally {
    await Promise.allSettled([first.end(), second.end()]);
  }
}

/** Throws CannotOpenStore: prepared statements and hints belong to one connection. */
export async function refusePooler(address: string): Promise<void> {
  if (!(await isPooled(address))) return;
  throw new CannotOpenStore(
    'A pooler in transaction mode stands between Framme and the database, which loses prepared statements and hints of changes. ' +
      'Let DATABASE_URL lead to PostgreSQL itself, or set the pooler to session mode.',
  );
}
