import { Client } from 'pg';
import { type Store, StoreUnavailable } from '#server/store/ports/store.ts';
import { openPostgresStore } from '#server/store/postgres/postgres.ts';
import { newDatabase } from './databases.ts';

/** An open store on a schema of its own; `emptying` is one more connection to it. */
interface KeptStore {
  address: string;
  store: Store;
  emptying: Client;
}

/** A store that a test has for itself, empty. */
export interface LentStore {
  store: Store;
  address: string;
  /** Set to true if something else opens its data: nothing else may then have it. */
  isKnown: boolean;
  /** Ends it with its test: after its last call it is emptied for the next one, or closed if its data is known. */
  end(): Promise<void>;
}

/** The most that wait for the next test: each holds up to a dozen connections. */
const MOST = 3;
/** The schema and the epoch stay. */
const LASTING = ['framme_schema', 'store_epoch'];

/** Stores that tests of this process have left: to open one takes a fifth of a second of processor time. */
const idle: KeptStore[] = [];
let database: Promise<string> | undefined;

/** Lends an empty store on the run's PostgreSQL. */
export async function lendStore(): Promise<LentStore> {
  const kept = idle.pop() ?? (await makeStore());
  const guard = new Guard();
  const lent: LentStore = {
    address: kept.address,
    isKnown: false,
    store: guard.of(kept.store),
    async end() {
      if (!(await guard.end())) return;
      if (!lent.isKnown && idle.length < MOST && (await empty(kept))) idle.push(kept);
      else await Promise.allSettled([kept.store.close(), kept.emptying.end()]);
    },
  };
  return lent;
}

/** Lets a store that stays open seem closed: earlier calls are completed, later ones and hints are not. */
class Guard {
  readonly #calls = new Set<Promise<unknown>>();
  readonly #subscriptions: (() => void)[] = [];
  #isOver = false;

  of(store: Store): Store {
    const { epoch, restored, schema, onChange, ...calls } = store;
    const guarded = Object.entries(calls).map(([name, call]) => [name, this.#guard(call as never)]);
    return {
      ...(Object.fromEntries(guarded) as typeof calls),
      ...{ epoch, restored, schema },
      onChange: (listener) => {
        const stop = onChange(listener);
        this.#subscriptions.push(stop);
        return stop;
      },
      close: async () => void (await this.end()),
    };
  }

  /** Returns false if it has ended before. */
  async end(): Promise<boolean> {
    if (this.#isOver) return false;
    this.#isOver = true;
    for (const stop of this.#subscriptions) stop();
    await Promise.allSettled(this.#calls);
    return true;
  }

  #guard(call: (...args: unknown[]) => Promise<unknown>) {
    return async (...args: unknown[]) => {
      if (this.#isOver) throw new StoreUnavailable('the store is closed');
      const result = call(...args);
      this.#calls.add(result);
      return result.finally(() => this.#calls.delete(result));
    };
  }
}

async function makeStore(): Promise<KeptStore> {
  database ??= newDatabase();
  const address = new URL(await database);
  const name = `kept_${crypto.randomUUID().replaceAll('-', '')}`;
  const emptying = new Client({ connectionString: address.href });
  emptying.on('error', () => undefined);
  await emptying.connect();
  await emptying.query(
    `CREATE SCHEMA ${name}; SET search_path = ${name}; SET session_replication_role = replica`,
  );
  address.searchParams.set('options', `-csearch_path=${name}`);
  return { address: address.href, store: await openPostgresStore(address.href), emptying };
}

/** Deletes every row but the lasting ones. Returns false if the store is not as a new one then. */
async function empty({ emptying }: KeptStore): Promise<boolean> {
  try {
    const { rows } = await emptying.query<{ name: string }>(
      'SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = current_schema()',
    );
    const tables = rows.filter(({ name }) => !LASTING.includes(name));
    await emptying.query(tables.map(({ name }) => `DELETE FROM ${name}`).join(';'));
    const { rows: epochs } = await emptying.query('SELECT FROM store_epoch WHERE restored_at IS NULL');
    return epochs.length === 1;
  } catch {
    return false;
  }
}
