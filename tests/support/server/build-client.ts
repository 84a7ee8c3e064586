import { ensureClientBuilt } from '#scripts/client-build.ts';

/** Builds the client before all integration tests, some of which render pages. */
export function setup(): void {
  ensureClientBuilt();
}
