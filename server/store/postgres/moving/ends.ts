import { setTimeout } from 'node:timers/promises';
import { type Client, DatabaseError } from 'pg';
import { MoveFailed, type MoveSource, type MoveTarget, UNSTARTED } from '../../ports/moving.ts';
import { batchReader } from '../connection/connection.ts';
import { clientOf, Hosts } from '../connection/hosts.ts';
import { GO_ON_HERE, MOVED, MOVING } from '../epoch.ts';
import { makeTables, requirePresentSchema } from '../schema/migrations.ts';
import { explaining, prepare } from '../schema/prepare.ts';

/** Opens a database to move it elsewhere. Throws CannotOpenStore, and MoveFailed while something else writes it. */
export async function openPostgresSource(address: string): Promise<MoveSource> {
  const hosts = new Hosts(address);
  await prepare(hosts, requirePresentSchema);
  const client = await open(hosts, 'SHARE');
  const { rowCount } = await client.query("SELECT FROM store_epoch WHERE epoch <> '' AND home = ''");
  if (rowCount) {
    await client.end();
    throw new MoveFailed(UNSTARTED);
  }
  const noteMoved = async () =>
    void (await client.query(`COMMENT ON TABLE store_epoch IS '${MOVED}'; COMMIT`));
  return { ...batchReader(client), noteMoved, close: () => client.end() };
}

/**
 * Opens a database as the target of a move: all is written in one transaction, so that a killed move leaves nothing but the
 * mark for which a server does not start on it.
 */
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
      // The first start begins a new epoch; without statistics the planner would take large tables for small ones.
      await run("UPDATE store_epoch SET epoch = '', home = ''");
      await run(GO_ON_HERE);
      await run('ANALYZE');
    },
    keep: async () => void (await run('COMMIT')),
    async close() {
      // A move that ended with a sentence is over.
      await client.query('ROLLBACK').catch(() => undefined);
      await client.query(UNMARK).catch(() => undefined);
      await client.end();
    },
  };
}

/** The looks for others, and the time between them. */
const LOOKS = 10;
const LOOK_MS = 300;

const OTHERS = `SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'framme' AND pid <> pg_backend_pid()`;

/** An empty database says by its home that it is being filled. */
const MARK = `UPDATE store_epoch SET home = '${MOVING}' WHERE NOT EXISTS (SELECT FROM households)`;
const UNMARK = `UPDATE store_epoch SET home = '' WHERE home = '${MOVING}'`;

/** The longest wait for one statement, of which a move makes many short ones. */
const ANSWER_MS = 600_000;

/** A long move must not be ended by limits that a server sets for short statements. */
const PATIENT = `SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL lock_timeout = '5s'`;

/** Opens a database whose tables nobody else writes until the connection ends. */
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
  // The locks come before the first look, which fixes the moment that the transaction sees.
  await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ; ${PATIENT}`);
  await client.query(`LOCK TABLE ${rows.map(({ name }) => name).join(', ')} IN ${lock} MODE`);
}

/** PostgreSQL notices a moment later that a program was killed. */
async function isInUse(client: Client): Promise<boolean> {
  for (let looks = 0; looks < LOOKS; looks++) {
    if ((await client.query(OTHERS)).rows.length === 0) return false;
    await setTimeout(LOOK_MS);
  }
  return true;
}

function inUse({ present }: Hosts): MoveFailed {
  return new MoveFailed(
    `The database ${new URL(present).pathname.slice(1)} is in use, by a running Framme or one of its commands. Stop it first.`,
  );
}
