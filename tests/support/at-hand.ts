import type { HouseholdPart } from '#client/data/current.ts';
import { OpenHousehold } from '#client/data/household.ts';
import type { Late } from '#client/data/late.ts';
import { Talk } from '#client/data/talk.ts';

/** A part that need not be fetched. */
function atHand<T>(part: T): Late<T> {
  return { here: part, fetch: async () => part };
}

export const householdAtHand: Late<HouseholdPart> = atHand({ OpenHousehold, talk: atHand({ Talk }) });
