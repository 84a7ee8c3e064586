import { renewPushKey } from '../auth/activity.ts';
import type { AdminStore, ReportMigration, Store } from '../ports/store.ts';
import { ChangeHints, withHints } from '../shared/change-hints.ts';
import { sql } from '../shared/queries.ts';
import { storeCalls } from '../shared/store-calls.ts';
import { backUpBeforeMigration } from './backup/dump.ts';
import { Connections } from './connection/connections.ts';
import { GroupCommit } from './connection/group-commit.ts';
import { Hosts, refusePooler } from './connection/hosts.ts';
import { postgresDatabase } from './database.ts';
import { leaveHome, movedAwayWarning, SharedEpoch } from './epoch.ts';
import { CURRENT_SCHEMA, migrate, requireCurrentSchema } from './schema/migrations.ts';
import { prepare } from './schema/prepare.ts';
import { SharedChangeHints } from './shared-change-hints.ts';

const CONNECTIONS = 10;

interface PostgresOptions {
  max?: number;
  backups?: string;
  onMigration?: ReportMigration | undefined;
}

// Changes nothing, but a read-only database refuses it.
const tryToWrite = sql('DELETE FROM households WHERE FALSE');

/**
 * `address`: postgres://user:password@host:5432/name, also with several hosts. `max`: connections beside the
 * one for hints. `backups`: folder for a backup before migrating. Throws CannotOpenStore.
 */
export async function openPostgresStore(
  address: string,
  { max = CONNECTIONS, backups, onMigration }: PostgresOptions = {},
): Promise<Store> {
  const epoch = new SharedEpoch();
  const hosts = new Hosts(address);
  await prepare(hosts, async (client) => {
    await refusePooler(hosts.present);
    if (backups !== undefined) await backUpBeforeMigration(client, hosts.present, backups, onMigration);
    await migrate(client, undefined, onMigration);
    await epoch.open(client);
    const moved = await movedAwayWarning(client);
    if (moved !== undefined) onMigration?.({}, moved, true);
  });
  const connections = new Connections(hosts, max, (client) => epoch.check(client));
  const local = new ChangeHints();
  const hints = new SharedChangeHints(hosts, connections, local);
  await hints.listen();
  const group = new GroupCommit(connections);
  const transact: Store['transact'] = (household, work) => group.run(household, work);
  const database = postgresDatabase(connections);
  const shared = storeCalls(database);
  return {
    ...shared,
    ...withHints({ ...shared, transact }, (household) => hints.notify(household)),
    schema: () => CURRENT_SCHEMA,
    epoch: () => epoch.id,
    restored: () => epoch.restored,
    onChange: (listener) => local.on(listener),
    // PostgreSQL vacuums by itself, in its own time (docs/hosting/families.md).
    scrub: async () => undefined,
    truncateLog: async () => true,
    check: async () => void (await connections.query(tryToWrite)),
    async close() {
      await hints.close();
      await connections.close();
    },
  };
}

/** Does not migrate. Throws CannotOpenStore for another version. */
export async function openPostgresAdminStore(address: string): Promise<AdminStore> {
  await prepare(address, requireCurrentSchema);
  const connections = new Connections(address, 2);
  const database = postgresDatabase(connections);
  return {
    ...storeCalls(database),
    truncateLog: async () => true,
    renewPushKey: (value) => renewPushKey(database, value),
    markRestored: async () => void (await connections.query(leaveHome)),
    close: () => connections.close(),
  };
}
