import type { HouseholdPart } from '#client/data/framme-data.ts';
import { LocalHousehold, rulebook, syncPart } from '#client/data/view/household.ts';
import type { LazyModule } from '#client/lib/lazy-module.ts';

await Promise.all([rulebook.load(), syncPart.load()]);
const part = { LocalHousehold, syncPart };
const settled = Promise.resolve();

/** A lazy part that is already loaded. */
export const loadedHousehold: LazyModule<HouseholdPart> = {
  loaded: part,
  load: async () => part,
  hasFailed: false,
  settled: () => settled,
  forgetFailure() {},
};
