import type { Child, Friend, Guest, Profile, Visit } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { childOf, documentId, type Path } from '#domain/paths.ts';
import { longestRetention } from '#domain/visits/retention.ts';
import type { Linked, LinkRow, LinkStore } from '../ports/links.ts';
import { type Database, sql } from './queries.ts';
import { profilesOf, sqliteProfilesOf } from './rows.ts';
import type { LinkedVisitRow } from './visit-links.ts';

// Nothing is below a removed child, also while rows of it are left to purge.
const linkedBy = sql<LinkedRow>(
  `SELECT l.household, d.path, d.body AS visit, visitor.body AS visitor, child.body AS child,
     ${profilesOf('l.household')} AS profiles
   FROM visit_links l
   JOIN documents d ON d.household = l.household AND d.path = l.path AND d.body IS NOT NULL
   JOIN documents visitor ON visitor.household = l.household AND visitor.path = d.visitor AND visitor.body IS NOT NULL
   JOIN documents child ON child.household = l.household
     AND child.path = split_part(l.path, '/visits/', 1) AND child.body IS NOT NULL
   WHERE l.hash = $1`,
  `SELECT households.id AS household, visits.path, visits.body AS visit, visitor.body AS visitor, child.body AS child,
     ${sqliteProfilesOf('households.number')} AS profiles
   FROM visit_links CROSS JOIN households ON households.number = visit_links.household
   CROSS JOIN visits INDEXED BY visits_by_id ON visits.household = visit_links.household AND visits.path = visit_links.path
     AND visits.id = substr(visit_links.path, instr(visit_links.path, '/visits/') + 8) AND visits.body IS NOT NULL
   CROSS JOIN people AS visitor
     ON visitor.household = visit_links.household AND visitor.path = visits.visitor AND visitor.body IS NOT NULL
   CROSS JOIN people AS child ON child.household = visit_links.household
     AND child.path = substr(visits.path, 1, instr(visits.path, '/visits/') - 1) AND child.body IS NOT NULL
   WHERE visit_links.hash = $1`,
);
const old = sql<LinkRow>(
  `SELECT hash, household, path FROM visit_links
   WHERE made_at < $1 AND household IS NOT NULL AND household <> ALL ($3) ORDER BY made_at LIMIT $2`,
  `SELECT hash, households.id AS household, path
   FROM visit_links INDEXED BY visit_links_by_age CROSS JOIN households ON households.number = household
   WHERE made_at < $1 AND household IS NOT NULL AND households.id <> ALL ($3) ORDER BY made_at LIMIT 0 + $2`,
);
const refused = sql<{ key: string }>('SELECT key FROM refused_numbers');
const refuse = sql('INSERT INTO refused_numbers (key) VALUES ($1) ON CONFLICT DO NOTHING');
const allow = sql('DELETE FROM refused_numbers WHERE key = $1');

export const forgetLinks = sql(
  'UPDATE visit_links SET household = NULL, path = NULL, made_at = NULL WHERE hash = ANY ($1)',
);

/** The visits of a household to which links lead. */
export const linkedVisits = sql<LinkedVisitRow>(
  `SELECT DISTINCT d.path, d.body FROM visit_links l
   JOIN documents d ON d.household = l.household AND d.path = l.path AND d.body IS NOT NULL WHERE l.household = $1`,
  `SELECT DISTINCT visits.path, visits.body FROM households CROSS JOIN visit_links ON visit_links.household = households.number
   CROSS JOIN visits INDEXED BY visits_by_id ON visits.household = visit_links.household AND visits.path = visit_links.path
     AND visits.id = substr(visit_links.path, instr(visit_links.path, '/visits/') + 8) AND visits.body IS NOT NULL
   WHERE households.id = $1`,
);

/** The store's calls for links and refused numbers. */
export function linkCalls(database: Database): LinkStore {
  return {
    linked: async (hash) => linkedOf(hash, await database.one(linkedBy, hash)),
    linksMadeBefore: (time, limit, except = []) => database.all(old, time, limit, except),
    forgetLinks: async (hashes) => void (await database.run(forgetLinks, hashes)),
    refusedNumbers: async () => (await database.all(refused)).map(({ key }) => key),
    refuseNumber: async (key) => void (await database.run(refuse, key)),
    allowNumber: async (key) => void (await database.run(allow, key)),
  };
}

/** The documents around a link as JSON, as both databases read them. */
export interface LinkedRow {
  household: Id;
  path: Path<'visit'>;
  visit: string;
  visitor: string;
  child: string;
  /** A JSON object of the bodies of the household's profiles, by path. */
  profiles: string;
}

/** Returns undefined if the visit has no link of this hash: it was taken back, or the visit is another family's. */
function linkedOf(hash: string, row: LinkedRow | undefined): Linked | undefined {
  if (!row) return undefined;
  const visit = JSON.parse(row.visit) as Visit;
  if (!visit.links?.some((link) => link.hash === hash)) return undefined;
  return linkedIn(row, visit);
}

/** Returns what a visit's row shows. */
export function linkedIn(row: LinkedRow, visit = JSON.parse(row.visit) as Visit): Linked {
  const { household, path } = row;
  const { kind, id } = visit.visitor;
  const profiles = JSON.parse(row.profiles) as Record<string, Profile>;
  return {
    ...{ household, path, visit },
    ref: { child: documentId(childOf(path)), kind, visitor: id },
    visitor: JSON.parse(row.visitor) as Friend | Guest,
    child: JSON.parse(row.child) as Child,
    keepVisits: longestRetention(Object.values(profiles)),
    profiles,
  };
}
