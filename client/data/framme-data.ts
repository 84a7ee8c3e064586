import type { LazyPart } from '#client/lib/lazy-part.ts';
import { DataLayer } from './data-layer.ts';
import type { Environment } from './environment.ts';
import type { HouseholdPart } from './open-household.ts';
import type { FrammeData } from './port.ts';

export type { HouseholdPart } from './open-household.ts';

/** Fetches the household's code. */
export function loadHousehold(): Promise<HouseholdPart> {
  return import('#client/data/tap/household.ts');
}

/**
 * Creates the client library for one page. The stored session decides at once who is signed in; the server is asked in
 * the background. `part` is loaded at once if somebody is signed in, else at sign-in.
 */
export function createFrammeData(environment: Environment, part: LazyPart<HouseholdPart>): FrammeData {
  return new DataLayer(environment, part);
}
