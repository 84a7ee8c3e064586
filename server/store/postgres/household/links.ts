import type { Id } from '#domain/ids.ts';
import type { Linked, LinkRow } from '../../ports/links.ts';
import { type LinkedRow, type LinkedVisitRow, linkedOf, linkRows } from '../../shared/visit-links.ts';
import { type Connection, statement } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';
import type { Saved } from '../connection/shared-steps.ts';

const linkedBy = statement<LinkedRow>(
  'linked',
  `SELECT l.household, d.path, d.body AS visit, visitor.body AS visitor, child.body AS child,
     (SELECT '[' || coalesce(string_agg(p.body, ','), '') || ']' FROM documents p
      WHERE p.household = l.household AND p.path > 'profiles/' AND p.path < 'profiles0' AND p.body IS NOT NULL) AS profiles
   FROM visit_links l
   JOIN documents d ON d.household = l.household AND d.path = l.path AND d.body IS NOT NULL
   JOIN documents visitor ON visitor.household = l.household AND visitor.path = d.visitor AND visitor.body IS NOT NULL
   JOIN documents child ON child.household = l.household
     AND child.path = split_part(l.path, '/visits/', 1) AND child.body IS NOT NULL
   WHERE l.hash = $1`,
);
const old = statement<LinkRow>(
  'links-made-before',
  'SELECT hash, household, path FROM visit_links WHERE made_at < $1 AND household IS NOT NULL AND household <> ALL ($3) ORDER BY made_at LIMIT $2',
);
export const forgetLinks = statement(
  'forget-links',
  'UPDATE visit_links SET household = NULL, path = NULL, made_at = NULL WHERE hash = ANY ($1)',
);
const refused = statement<{ key: string }>('refused-numbers', 'SELECT key FROM refused_numbers');
const refuse = statement(
  'refuse-number',
  'INSERT INTO refused_numbers (key) VALUES ($1) ON CONFLICT DO NOTHING',
);
const allow = statement('allow-number', 'DELETE FROM refused_numbers WHERE key = $1');

/** The store's calls for links and refused numbers. */
export function linkCalls(connections: Connections) {
  return {
    linked: async (hash: string): Promise<Linked | undefined> =>
      linkedOf(hash, (await connections.query(linkedBy, hash))[0]),
    linksMadeBefore: (time: string, limit: number, except: readonly Id[] = []) =>
      connections.query(old, time, limit, except),
    forgetLinks: async (hashes: readonly string[]) => void (await connections.query(forgetLinks, hashes)),
    refusedNumbers: async () => (await connections.query(refused)).map(({ key }) => key),
    refuseNumber: async (key: string) => void (await connections.query(refuse, key)),
    allowNumber: async (key: string) => void (await connections.query(allow, key)),
  };
}

/** The visits of a household to which links lead. */
export const linkedVisits = statement<LinkedVisitRow>(
  'linked-visits',
  `SELECT DISTINCT d.path, d.body FROM visit_links l
   JOIN documents d ON d.household = l.household AND d.path = l.path AND d.body IS NOT NULL WHERE l.household = $1`,
);

// In the order of the hashes, so that two transactions with the same ones wait for each other in one direction.
const add = statement(
  'add-links',
  `INSERT INTO visit_links (hash, household, path, made_at)
   SELECT hash, household, path, "madeAt"
   FROM json_to_recordset($1) AS l (hash text, household text, path text, "madeAt" text) ORDER BY hash
   ON CONFLICT DO NOTHING`,
);

/** Adds the rows of the links of the visits that batches write. Whoever sends another family's hash gains nothing. */
export async function addLinks(connection: Connection, saved: readonly Saved[]): Promise<void> {
  const rows = saved.flatMap(({ household, batch }) => linkRows(batch).map((row) => ({ household, ...row })));
  if (rows.length > 0) await connection.query(add, JSON.stringify(rows));
}
