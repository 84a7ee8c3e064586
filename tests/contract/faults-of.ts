import { expect } from 'vitest';
import { type Fault, verifyStore } from '#server/store/admin/check-integrity.ts';
import { openInspector } from '#server/store/admin/inspect.ts';
import type { AppUnderTest } from '#tests/support/server/app.ts';

/** Verifies a store, which has at least so many households. Returns the faults as sentences. */
export async function faultsIn(
  { databaseUrl, dataDir = '' }: { databaseUrl?: string | undefined; dataDir?: string },
  { households: least = 0 } = {},
): Promise<string[]> {
  const inspector = await openInspector({ databaseUrl, dataDir });
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

/** The faults in the store of a running app. */
export function faultsOf({ rows }: Pick<AppUnderTest, 'rows'>, { households = 1 } = {}): Promise<string[]> {
  return faultsIn({ databaseUrl: rows.DATABASE_URL, dataDir: rows.DATA_DIR ?? '' }, { households });
}
