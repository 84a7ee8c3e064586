import type { BesideStore } from '../cli-port.ts';
import { accountsOn } from './auth/accounts.ts';
import { ticketsOn } from './auth/tickets.ts';
import { Connections } from './connection/connections.ts';
import { requirePresentSchema } from './schema/migrations.ts';
import { prepare } from './schema/prepare.ts';

/** Opens a database beside the servers that run on it, as it is. Throws CannotOpenStore where it is of another version. */
export async function openPostgresBeside(address: string): Promise<BesideStore> {
  await prepare(address, requirePresentSchema);
  const connections = new Connections(address, 1);
  const { accountByEmail } = accountsOn(connections);
  const { putTicket } = ticketsOn(connections);
  return { accountByEmail, putTicket, close: () => connections.close() };
}
