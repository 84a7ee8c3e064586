import { signInStore } from '../auth/sign-in-store.ts';
import type { FamilyStore } from '../ports/family-store.ts';
import { authDatabase } from './auth/database.ts';
import { Connections } from './connection/connections.ts';
import { people, visits } from './household/feed.ts';
import { waitingNotices } from './household/notice-queue.ts';
import { purgeRemoved } from './household/purge-removed.ts';
import { requirePresentSchema } from './schema/migrations.ts';
import { prepare } from './schema/prepare.ts';

/** Opens a database on which servers may be running. Throws CannotOpenStore if it is of another version. */
export async function openPostgresFamilyStore(address: string): Promise<FamilyStore> {
  await prepare(address, requirePresentSchema);
  const connections = new Connections(address, 2);
  return {
    ...signInStore(authDatabase(connections)),
    people: (household, after, limit) => people(connections, household, after, limit),
    visits: (household, before, limit) => visits(connections, household, before, limit),
    waitingNotices: (household) => waitingNotices(connections, household),
    purgeRemoved: () => purgeRemoved(connections),
    truncateLog: async () => true,
    close: () => connections.close(),
  };
}
