import { signInStore } from '../auth/sign-in-store.ts';
import type { CliStore } from '../ports/cli-store.ts';
import { authDatabase } from './auth/database.ts';
import { Connections } from './connection/connections.ts';
import { leaveHome } from './epoch.ts';
import { linkCalls } from './household/links.ts';
import { requirePresentSchema } from './schema/migrations.ts';
import { prepare } from './schema/prepare.ts';

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
