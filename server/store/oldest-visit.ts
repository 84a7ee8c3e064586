import type { Profile } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import type { HouseholdAge } from './port.ts';

/** A household as a store reads it to see how old its visits are. */
export interface AgeRow {
  id: Id;
  /** A JSON array of the bodies of its profiles. */
  profiles: string;
  oldest: string | null;
}

export function ageOf({ id, profiles, oldest }: AgeRow): HouseholdAge {
  return { id, profiles: JSON.parse(profiles) as Profile[], oldest };
}
