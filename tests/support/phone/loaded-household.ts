import type { HouseholdPart } from '#client/data/framme-data.ts';
import { LocalHousehold } from '#client/data/tap/household.ts';
import { SyncClient } from '#client/data/wire/sync-client.ts';
import type { LazyPart } from '#client/lib/lazy-part.ts';

/** A lazy part that is already loaded. */
function loaded<T>(part: T): LazyPart<T> {
  const settled = Promise.resolve();
  return {
    loaded: part,
    load: async () => part,
    hasFailed: false,
    settled: () => settled,
    forgetFailure() {},
  };
}

export const loadedHousehold: LazyPart<HouseholdPart> = loaded({
  LocalHousehold,
  syncPart: loaded({ SyncClient }),
});
