import type { Profile } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import type { OldestVisit } from '../ports/retention.ts';

/** A household's row, as both adapters read it. */
export interface OldestVisitRow {
  id: Id;
  /** A JSON array of the bodies of its profiles. */
  profiles: string;
  oldest: string | null;
}

export function oldestVisitOf({ id, profiles, oldest }: OldestVisitRow): OldestVisit {
  return { household: id, profiles: JSON.parse(profiles) as Profile[], start: oldest };
}
