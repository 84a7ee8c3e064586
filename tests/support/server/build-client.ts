import { ensureClientBuilt } from '#scripts/client-build.ts';

/** Before all integration tests, some of which draw the pages: a build of these very sources. */
export function setup(): void {
  ensureClientBuilt();
}
