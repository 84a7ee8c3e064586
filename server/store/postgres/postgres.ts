import { purgeExpired } from '../auth/purge-expired.ts';
import { signInStore } from '../auth/sign-in-store.ts';
import type { ReportMigration, Store } from '../ports/store.ts';
import { ChangeHints, notifyOnDelete, notifyOnMove, notifyOnSave } from '../shared/change-hints.ts';
import { authDatabase } from './auth/database.ts';
import { backUpBeforeMigration } from './backup/dump.ts';
import { statement } from './connection/connection.ts';
import { Connections } from './connection/connections.ts';
import { GroupCommit } from './connection/group-commit.ts';
import { Hosts } from './connection/hosts.ts';
import { refusePooler } from './connection/pooler.ts';
import { SharedEpoch } from './epoch.ts';
import { changes, people, versions, visits } from './household/feed.ts';
import { locking } from './household/household-transaction.ts';
import { linkCalls } from './household/links.ts';
import {
  earliestNotice,
  isNoticePending,
  settleNotice,
  takeNotices,
  waitingNotices,
} from './household/notice-queue.ts';
import { purgeOutcomes, purgeRemoved, purgeTombstones } from './household/purge.ts';
import { oldestVisit, oldestVisits, purgeRestoreLog } from './household/retention.ts';
import { migrate } from './schema/migrations.ts';
import { prepare } from './schema/prepare.ts';
import { SharedChangeHints } from './shared-change-hints.ts';

const CONNECTIONS = 10;

interface PostgresOptions {
  max?: number;
  backups?: string;
  onMigration?: ReportMigration | undefined;
}

// Changes nothing, but a read-only database refuses it.
const tryToWrite = statement('check', 'DELETE FROM households WHERE FALSE');

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
  });
  const connections = new Connections(hosts, max, (client) => epoch.check(client));
  const local = new ChangeHints();
  const hints = new SharedChangeHints(hosts, connections, local);
  await hints.listen();
  const group = new GroupCommit(connections, locking);
  const database = authDatabase(connections);
  const signIn = signInStore(database);
  return {
    ...signIn,
    ...linkCalls(connections),
    ...notifyOnMove(signIn, (household) => hints.notify(household)),
    deleteAccount: notifyOnDelete(signIn, (household) => hints.notify(household)),
    transact: notifyOnSave(
      (household, work) => group.run(household, work),
      (household) => hints.notify(household),
    ),
    epoch: () => epoch.id,
    restored: () => epoch.restored,
    changes: (household, after, limit) => changes(connections, household, after, limit),
    people: (household, after, limit) => people(connections, household, after, limit),
    versions: (households) => versions(connections, households),
    visits: (household, before, limit) => visits(connections, household, before, limit),
    takeNotices: (now, until, limit) => takeNotices(connections, now, until, limit),
    isNoticePending: (id) => isNoticePending(connections, id),
    waitingNotices: (household) => waitingNotices(connections, household),
    earliestNotice: () => earliestNotice(connections),
    settleNotice: (id, result) => settleNotice(connections, id, result),
    purgeTombstones: (after, before, limit) => purgeTombstones(connections, after, before, limit),
    purgeOutcomes: (after, before) => purgeOutcomes(connections, after, before),
    purgeExpired: (now) => purgeExpired(database, now),
    purgeRemoved: () => purgeRemoved(connections),
    purgeRestoreLog: () => purgeRestoreLog(connections),
    oldestVisit: (household) => oldestVisit(connections, household),
    oldestVisits: (after, limit) => oldestVisits(connections, after, limit),
    // PostgreSQL vacuums by itself, in its own time (docs/self-hosting.md).
    scrub: async () => undefined,
    truncateLog: async () => true,
    onChange: (listener) => local.on(listener),
    check: async () => void (await connections.query(tryToWrite)),
    async close() {
      await hints.close();
      await connections.close();
    },
  };
}
