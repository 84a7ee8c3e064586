import { Client, type ClientBase, type ClientConfig, types } from 'pg';
import { databaseHosts } from '../../../config/database-url.ts';
import { StoreUnavailable } from '../../ports/store.ts';

/** The hosts of a database, of which one takes writes: the primary, or the standby that took over. */
export class Hosts {
  readonly #all: readonly string[];
  #present: string;
  #searching: Promise<boolean> | undefined;
  /** By address, why the last search passed it over: the code of an error, or `read-only`. */
  readonly passedOver = new Map<string, string>();

  constructor(address: string) {
    this.#all = databaseHosts(address);
    this.#present = this.#all[0] ?? address;
  }

  /** The address of the host that took writes when it was last looked for. */
  get present(): string {
    return this.#present;
  }

  get areSeveral(): boolean {
    return this.#all.length > 1;
  }

  /** The driver's options for the present host. */
  get options() {
    return this.areSeveral ? driverOptions(this.#present, HOST_TIMEOUT_MS) : driverOptions(this.#present);
  }

  /** Runs `connect`. If it fails and another host takes writes by now, runs it once more. Rejects as `connect` does. */
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

  /** Tries the hosts in turn until one takes writes. Returns false if none does. */
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

/** Makes a client of one connection; the statement that is running sees the end of that. */
export function clientOf(options: ClientConfig): Client {
  const client = new Client(options);
  client.on('error', () => undefined);
  return client;
}

/** Returns why a host takes no writes: a code, or the driver's words; undefined if it does. */
async function problemOf(address: string): Promise<string | undefined> {
  // A host that stalls after the log-in would hold up the search, and with it every call.
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

/** The longest wait for a connection, and for one to each of several hosts. */
const CONNECT_TIMEOUT_MS = 5000;
const HOST_TIMEOUT_MS = 2000;

const INT8 = 20;

/** The driver's options for a database. 64-bit integers are read as numbers: versions and counts stay far below 2^53. */
export function driverOptions(address: string, connectionTimeoutMillis = CONNECT_TIMEOUT_MS) {
  const getTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : types.getTypeParser(oid, format as 'text');
  return {
    connectionString: address,
    application_name: 'framme',
    keepAlive: true,
    connectionTimeoutMillis,
    types: { getTypeParser },
  };
}
