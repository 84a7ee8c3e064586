import { signInStore } from '../auth/sign-in-store.ts';
import type { CliStore, FamilyStore } from '../ports/host-stores.ts';
import { authDatabase } from './auth/database.ts';
import { Connections } from './connection/connections.ts';
import { leaveHome } from './epoch.ts';
import { people, visits } from './household/feed.ts';
import { linkCalls } from './household/links.ts';
import { waitingNotices } from './household/notice-queue.ts';
import { purgeRemoved } from './household/purge.ts';
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

/** Opens a database on which servers may be running, without migrating it. Throws CannotOpenStore if it is of another version. */
export async function openPostgresCliStore(address: string): Promise<CliStore> {
  await prepare(address, requirePresentSchema);
  const connections = new Connections(address, 1);
  const { accountByEmail, putOneTimeToken, secret } = signInStore(authDatabase(connections));
  const { refusedNumbers, refuseNumber, allowNumber } = linkCalls(connections);
  const markRestored = async () => void (await connections.query(leaveHome));
  const numbers = { secret, refusedNumbers, refuseNumber, allowNumber };
  return { accountByEmail, putOneTimeToken, ...numbers, markRestored, close: () => connections.close() };
}
