import type { Id } from '#domain/ids.ts';
import { renewPushKey } from '../auth/activity.ts';
import type { FoundSession, SessionDatabase } from '../auth/sessions.ts';
import type { AdminStore, ReportMigration, Store } from '../ports/store.ts';
import { ChangeHints, withHints } from '../shared/change-hints.ts';
import { sql } from '../shared/queries.ts';
import { storeCalls } from '../shared/store-calls.ts';
import { backUpBeforeMigration } from './backup/dump.ts';
import { batcher } from './connection/batcher.ts';
import { listing, queriesOf } from './connection/connection.ts';
import { Connections } from './connection/connections.ts';
import { GroupCommit } from './connection/group-commit.ts';
import { Hosts, refusePooler } from './connection/hosts.ts';
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

function postgresDatabase(connections: Connections): SessionDatabase {
  const queries = queriesOf(connections);
  return {
    ...queries,
    write: (work) => work(queries),
    transaction: (key, work) => connections.transaction(key, (connection) => work(queriesOf(connection))),
    session: sessionFinder(connections),
  };
}

type SessionRow = readonly [
  ...[tokenHash: string, expiresAt: string, uid: Id, household: Id, email: string],
  ...[id: Id, createdAt: string, seenAt: string, reauthenticatedAt: string],
];

const byTokens = listing<SessionRow>(`
   SELECT token_hash, expires_at, uid, household, email, s.id, s.created_at, seen_at, proven_at
   FROM sessions s JOIN accounts USING (uid) WHERE token_hash = ANY ($1)`);

interface Lookup {
  tokenHash: string;
  resolve: (found: SessionRow | undefined) => void;
  reject: (error: unknown) => void;
}

/** One statement for a turn of the event loop. */
function sessionFinder(connections: Connections) {
  const lookups = batcher<Lookup>(async (batch) => {
    try {
      const hashes = batch.map(({ tokenHash }) => tokenHash);
      const rows = await connections.lend((connection) => connection.query(byTokens, hashes));
      const found = new Map(rows.map((row) => [row[0], row]));
      for (const { tokenHash, resolve } of batch) resolve(found.get(tokenHash));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  });
  const find = (tokenHash: string) =>
    new Promise<SessionRow | undefined>((resolve, reject) => lookups.add({ tokenHash, resolve, reject }));
  return async (sessionHash: string, now: string): Promise<FoundSession | undefined> => {
    const found = await connections.track(() => find(sessionHash));
    if (!found) return undefined;
    const [, expiresAt, uid, household, email, id, createdAt, seenAt, reauthenticatedAt] = found;
    if (expiresAt <= now) return undefined;
    return { uid, household, email, id, createdAt, seenAt, reauthenticatedAt };
  };
}
