import type { BesideStore } from '../beside-port.ts';
import { accountsOn } from './accounts.ts';
import { Connections } from './connections.ts';
import { requirePresentSchema } from './migrations.ts';
import { prepare } from './prepare.ts';
import { ticketsOn } from './tickets.ts';

/** Opens a database beside the servers that run on it, as it is. Throws CannotOpenStore where it is of another version. */
export async function openPostgresBeside(address: string): Promise<BesideStore> {
  await prepare(address, requirePresentSchema);
  const connections = new Connections(address, 1);
  const { accountByEmail } = accountsOn(connections);
  const { putTicket } = ticketsOn(connections);
  return { accountByEmail, putTicket, close: () => connections.close() };
}
