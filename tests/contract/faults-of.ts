import { expect } from 'vitest';
import { openInspector } from '#server/store/hosting/inspect.ts';
import { type Fault, verifyStore } from '#server/store/hosting/verify.ts';
import type { AppUnderTest } from '#tests/support/server/app.ts';

/** Verifies the store of a running app, which has at least so many households. Returns the faults as sentences. */
export async function faultsOf(
  { rows }: Pick<AppUnderTest, 'rows'>,
  { households: least = 1 } = {},
): Promise<string[]> {
  const inspector = await openInspector({
    databaseUrl: rows.DATABASE_URL,
    dataDir: rows.DATA_DIR ?? '',
  });
  const found: Fault[] = [];
  try {
    const { faults, households } = await verifyStore(inspector, (fault) => found.push(fault));
    expect(faults).toBe(found.length);
    if (found.every(({ household }) => household !== undefined))
      expect(households).toBeGreaterThanOrEqual(least);
  } finally {
    await inspector.close();
  }
  return found.map(({ path, what }) => (path === undefined ? what : `${path} ${what}`));
}
