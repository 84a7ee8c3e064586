import type { Id } from '#domain/ids.ts';
import { statement } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';

const versionsOf = statement<{ id: Id; version: number }>(
  'versions',
  'SELECT id, version FROM households WHERE id = ANY ($1)',
);

/** Reads the present versions of those households that exist. */
export async function versions(
  connections: Connections,
  households: readonly Id[],
): Promise<Map<Id, number>> {
  const rows = await connections.query(versionsOf, households);
  return new Map(rows.map(({ id, version }) => [id, version]));
}
