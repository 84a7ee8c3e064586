import { type Client, DatabaseError } from 'pg';
import { MoveFailed, type MoveSource, type MoveTarget, UNSTARTED } from '../../ports/moving.ts';
import { batchReader } from '../connection/connection.ts';
import { clientOf, Hosts } from '../connection/hosts.ts';
import { isInUse } from '../connection/other-programs.ts';
import { GO_ON_HERE, MOVED, MOVING } from '../epoch.ts';
import { makeTables, requireCurrentSchema } from '../schema/migrations.ts';
import { explaining, prepare } from '../schema/prepare.ts';

/** Throws CannotOpenStore, and MoveFailed while something else writes it. */
export async function openPostgresSource(address: string): Promise<MoveSource> {
  const hosts = new Hosts(address);
  await prepare(hosts, requireCurrentSchema);
  const client = await open(hosts, 'SHARE');
  const { rowCount } = await client.query("SELECT FROM store_epoch WHERE epoch <> '' AND mark = ''");
  if (rowCount) {
    await client.end();
    throw new MoveFailed(UNSTARTED);
  }
  const noteMoved = async () =>
    void (await client.query(`COMMENT ON TABLE store_epoch IS '${MOVED}'; COMMIT`));
  return { ...batchReader(client), noteMoved, close: () => client.end() };
}

/** One transaction: a killed move leaves only the mark that keeps a server from starting on it. */
export async function openPostgresTarget(address: string): Promise<MoveTarget> {
  const hosts = new Hosts(address);
  await prepare(hosts, makeTables);
  const client = await open(hosts, 'EXCLUSIVE');
  const run = (text: string, values?: string[]) =>
    explaining(hosts, () => client.query<{ epoch: string }>(text, values));
  const { rows } = await run('SELECT epoch FROM store_epoch');
  return {
    ...batchReader(client),
    isUsed: rows[0]?.epoch !== '',
    write: async ({ write }, batch) => void (await run(write.text, [JSON.stringify(batch)])),
    async complete() {
      // The first start begins a new epoch; without statistics the planner takes large tables for small ones.
      await run("UPDATE store_epoch SET epoch = '', mark = ''");
      await run(GO_ON_HERE);
      for (const sequence of SEQUENCES) await run(sequence);
      await run('ANALYZE');
    },
    keep: async () => void (await run('COMMIT')),
    async close() {
      // A move that failed with an explanation is over, so its mark is deleted.
      await client.query('ROLLBACK').catch(() => undefined);
      await client.query(UNMARK).catch(() => undefined);
      await client.end();
    },
  };
}

/** Above the numbers that the rows brought. */
const SEQUENCES = ['households.number', 'notices.id'].map((column) => {
  const [table, key] = column.split('.');
  return `SELECT setval(pg_get_serial_sequence('${table}', '${key}'), greatest(max(${key}), 1), max(${key}) IS NOT NULL) FROM ${table}`;
});

/** Marks an empty database as being filled. */
const MARK = `UPDATE store_epoch SET mark = '${MOVING}' WHERE NOT EXISTS (SELECT FROM households)`;
const UNMARK = `UPDATE store_epoch SET mark = '' WHERE mark = '${MOVING}'`;

/** In ms, for one of a move's many short statements. */
const ANSWER_MS = 600_000;

/** A server's limits for short statements must not end a long move. */
const PATIENT = `SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL lock_timeout = '5s'`;

/** Nobody else writes the tables until the connection ends. */
async function open(hosts: Hosts, lock: 'SHARE' | 'EXCLUSIVE'): Promise<Client> {
  const client = clientOf({ ...hosts.options, query_timeout: ANSWER_MS });
  try {
    await explaining(hosts, async () => {
      await client.connect();
      if (await isInUse(client)) throw inUse(hosts);
      if (lock === 'EXCLUSIVE') await client.query(MARK);
      await lockTables(client, lock);
    });
    return client;
  } catch (error) {
    await client.end();
    throw error instanceof DatabaseError && error.code === '55P03' ? inUse(hosts) : error;
  }
}

async function lockTables(client: Client, lock: 'SHARE' | 'EXCLUSIVE'): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'framme_schema'",
  );
  // Locks precede the first read, which fixes the transaction's snapshot.
  await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ; ${PATIENT}`);
  await client.query(`LOCK TABLE ${rows.map(({ name }) => name).join(', ')} IN ${lock} MODE`);
}

function inUse({ present }: Hosts): MoveFailed {
  return new MoveFailed(
    `The database ${new URL(present).pathname.slice(1)} is in use, by a running Framme or one of its commands. Stop it first.`,
  );
}
