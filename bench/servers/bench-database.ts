import { startPostgres } from '#tests/support/postgres/postgres-process.ts';

/**
 * Returns the database in DATABASE_URL, which must be empty and is left filled, or starts a temporary one.
 */
export async function benchDatabase(): Promise<{ address: string; stop: () => Promise<void> }> {
  const given = process.env.DATABASE_URL;
  if (given) return { address: given, stop: async () => undefined };
  const { address, stop } = await startPostgres();
  return { address, stop };
}
