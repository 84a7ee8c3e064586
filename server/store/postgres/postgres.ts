import type { ReportMigration, Store } from '../ports/store.ts';
import { ChangeHints, withHints } from '../shared/change-hints.ts';
import { sql } from '../shared/queries.ts';
import { storeCalls } from '../shared/store-calls.ts';
import { authDatabase } from './auth/database.ts';
import { backUpBeforeMigration } from './backup/dump.ts';
import { Connections } from './connection/connections.ts';
import { GroupCommit } from './connection/group-commit.ts';
import { Hosts } from './connection/hosts.ts';
import { refusePooler } from './connection/pooler.ts';
import { movedAwayWarning, SharedEpoch } from './epoch.ts';
import { feedCalls } from './household/feed.ts';
import { noticeCalls } from './household/notice-queue.ts';
import { purgeCalls } from './household/purge.ts';
import { migrate, PRESENT_SCHEMA } from './schema/migrations.ts';
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
 * Opens the store in a PostgreSQL database and migrates it to the present schema; any number of processes may share it.
 * `address` is like postgres://user:password@host:5432/name, also with several hosts; `max` is the number of connections of this process, not
 * counting the one that listens for change hints. A migration begins with a backup into the folder `backups`, if it is named.
 * Throws CannotOpenStore.
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
  const database = authDatabase(connections);
  const shared = storeCalls(database);
  return {
    ...shared,
    ...feedCalls(connections),
    ...noticeCalls(connections),
    ...purgeCalls(connections),
    ...withHints({ ...shared, transact }, (household) => hints.notify(household)),
    schema: () => PRESENT_SCHEMA,
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
