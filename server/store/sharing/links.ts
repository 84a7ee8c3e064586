import type { StoredVisit } from '#domain/command.ts';
import type { Child, Friend, Guest, Profile, Visit } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { withoutLinksBy } from '#domain/links/link-life.ts';
import { childOf, documentId, type Path, type VisitorRef } from '#domain/paths.ts';
import { longestRetention, type RetentionDays } from '#domain/visits/retention.ts';
import { profilesOf } from '../households/stored-rows.ts';
import { type Database, type Queries, sql } from '../shared/queries.ts';

interface LinkRow {
  hash: string;
  household: Id;
  path: Path<'visit'>;
}

/** The link's holder may see only parts. */
export interface Linked {
  household: Id;
  path: Path<'visit'>;
  visit: Visit;
  ref: VisitorRef;
  visitor: Friend | Guest;
  child: Child;
  /** In days; null for ever. */
  keepVisits: RetentionDays;
  profiles: Readonly<Partial<Record<string, Profile>>>;
}

const VISIT_PATH_OF = `'children/' || visits.child || '/visits/' || visits.id`;

/** Joins `l`, a row of visit_links, to its visit. */
const ITS_VISIT = `visits /*+ INDEXED BY visits_by_id */
  ON visits.household = l.household AND visits.id = l.visit AND visits.child = l.child AND visits.body IS NOT NULL`;

// Hides unpurged rows below a removed child.
const linkedBy = sql<LinkedRow>(
  `SELECT households.id AS household, ${VISIT_PATH_OF} AS path, visits.body AS visit, visitor.body AS visitor,
     child.body AS child, ${profilesOf('l.household')} AS profiles
   FROM visit_links l JOIN households ON households.number = l.household
   JOIN ${ITS_VISIT}
   JOIN people AS visitor ON visitor.household = l.household AND visitor.path = visits.visitor AND visitor.body IS NOT NULL
   JOIN people AS child ON child.household = l.household AND child.path = 'children/' || l.child AND child.body IS NOT NULL
   WHERE l.hash = $1`,
);
const old = sql<LinkRow>(
  `SELECT hash, households.id AS household, 'children/' || l.child || '/visits/' || l.visit AS path
   FROM visit_links l /*+ INDEXED BY visit_links_by_age */ JOIN households ON households.number = l.household
   WHERE l.made_at < $1 AND l.household IS NOT NULL AND households.id <> ALL ($3) ORDER BY l.made_at LIMIT 0 + $2`,
);
const refused = sql<{ key: string }>('SELECT key FROM refused_numbers');
const refuse = sql('INSERT INTO refused_numbers (key) VALUES ($1) ON CONFLICT DO NOTHING');
const allow = sql('DELETE FROM refused_numbers WHERE key = $1');

const FORGET = 'UPDATE visit_links SET household = NULL, child = NULL, visit = NULL, made_at = NULL WHERE';
export const forgetLinks = sql(`${FORGET} hash = ANY ($1)`);
/** `$1`: a household's number. */
export const forgetLinksOf = sql(`${FORGET} household = $1`);

const linkedVisits = sql<{ path: Path<'visit'>; body: string }>(
  `SELECT DISTINCT ${VISIT_PATH_OF} AS path, visits.body
   FROM households JOIN visit_links l ON l.household = households.number JOIN ${ITS_VISIT} WHERE households.id = $1`,
);

/**
 * A parent's, on a household's visits. The hashes must lead nowhere too: a replay after a restore may bring
 * the links back.
 */
export async function endedLinks(
  queries: Queries,
  household: string,
  uid: Id,
): Promise<{ visits: StoredVisit[]; hashes: string[] }> {
  const visits: StoredVisit[] = [];
  const hashes: string[] = [];
  for (const { path, body } of await queries.all(linkedVisits, household)) {
    const former = JSON.parse(body) as Visit;
    const visit = withoutLinksBy(former, uid);
    if (visit === former) continue;
    visits.push({ path, visit });
    for (const { by, hash } of former.links ?? []) if (by === uid) hashes.push(hash);
  }
  return { visits, hashes };
}

export type LinkStore = ReturnType<typeof linkCalls>;

/**
 * The visit's document decides what its link shows. Saving a visit adds rows, which outlive the link, so that
 * no hash is reused.
 */
export function linkCalls(database: Database) {
  return {
    /** One query without a lock; undefined if the visit is gone or lacks the link. */
    linked: async (hash: string) => linkedOf(hash, await database.one(linkedBy, hash)),
    /** Made before an ISO time, oldest first, also of deleted visits. */
    linksMadeBefore: (time: string, limit: number, except: readonly Id[] = []) =>
      database.all(old, time, limit, except),
    /** The hashes stay, and documents do not change. */
    forgetLinks: async (hashes: readonly string[]) => void (await database.run(forgetLinks, hashes)),
    /** Keyed hashes of numbers to which the operator refuses links. */
    refusedNumbers: async () => (await database.all(refused)).map(({ key }) => key),
    refuseNumber: async (key: string) => void (await database.run(refuse, key)),
    allowNumber: async (key: string) => void (await database.run(allow, key)),
  };
}

/** Documents are JSON. */
export interface LinkedRow {
  household: Id;
  path: Path<'visit'>;
  visit: string;
  visitor: string;
  child: string;
  /** A JSON object by path. */
  profiles: string;
}

/** Undefined if revoked, or another family's visit. */
function linkedOf(hash: string, row: LinkedRow | undefined): Linked | undefined {
  if (!row) return undefined;
  const visit = JSON.parse(row.visit) as Visit;
  if (!visit.links?.some((link) => link.hash === hash)) return undefined;
  return linkedIn(row, visit);
}

export function linkedIn(row: LinkedRow, visit = JSON.parse(row.visit) as Visit): Linked {
  const { household, path } = row;
  const { kind, id } = visit.visitor;
  const profiles = JSON.parse(row.profiles) as Record<string, Profile>;
  return {
    household,
    path,
    visit,
    ref: { child: documentId(childOf(path)), kind, visitor: id },
    visitor: JSON.parse(row.visitor) as Friend | Guest,
    child: JSON.parse(row.child) as Child,
    keepVisits: longestRetention(Object.values(profiles)),
    profiles,
  };
}
