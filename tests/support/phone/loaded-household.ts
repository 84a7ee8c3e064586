import { OpenHousehold } from '#client/data/household.ts';
import type { HouseholdPart } from '#client/data/open-household.ts';
import { Talk } from '#client/data/sync-client.ts';
import type { LazyPart } from '#client/lib/lazy-part.ts';

/** A part that need not be fetched. */
function atHand<T>(part: T): LazyPart<T> {
  return { loaded: part, load: async () => part };
}

export const householdAtHand: LazyPart<HouseholdPart> = atHand({ OpenHousehold, talk: atHand({ Talk }) });
