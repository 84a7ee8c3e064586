import { renewPushKey } from '../auth/activity.ts';
import type { HostStore } from '../ports/store.ts';
import { storeCalls } from '../shared/store-calls.ts';
import { authDatabase } from './auth/database.ts';
import { Connections } from './connection/connections.ts';
import { leaveHome } from './epoch.ts';
import { feedCalls } from './household/feed.ts';
import { purgeCalls } from './household/purge.ts';
import { requirePresentSchema } from './schema/migrations.ts';
import { prepare } from './schema/prepare.ts';

/** Opens a database on which servers may be running, without migrating it. Throws CannotOpenStore if it is of another version. */
export async function openPostgresHostStore(address: string): Promise<HostStore> {
  await prepare(address, requirePresentSchema);
  const connections = new Connections(address, 2);
  const database = authDatabase(connections);
  return {
    ...storeCalls(database),
    ...feedCalls(connections),
    ...purgeCalls(connections),
    truncateLog: async () => true,
    renewPushKey: (value) => renewPushKey(database, value),
    markRestored: async () => void (await connections.query(leaveHome)),
    close: () => connections.close(),
  };
}
