import { OpenHousehold } from '#client/data/household.ts';
import type { Late } from '#client/data/lib/lazy-part.ts';
import type { HouseholdPart } from '#client/data/open-household.ts';
import { Talk } from '#client/data/sync-client.ts';

/** A part that need not be fetched. */
function atHand<T>(part: T): Late<T> {
  return { here: part, fetch: async () => part };
}

export const householdAtHand: Late<HouseholdPart> = atHand({ OpenHousehold, talk: atHand({ Talk }) });
