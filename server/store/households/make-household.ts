import type { StoredVisit } from '#domain/command.ts';
import type { Profile, Visit } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { withoutLinks } from '#domain/links/link-life.ts';
import { profilePath } from '#domain/paths.ts';
import { withoutTrip } from '#domain/trips/trip.ts';
import { type Queries, sql } from '../shared/queries.ts';
import { forgetLinksOf } from '../sharing/links.ts';
import { visitRow } from '../sharing/visit-links.ts';
import { WHOLE_HOUSEHOLD } from './stored-rows.ts';

const lock = sql('SELECT id FROM households WHERE id = ANY ($1) ORDER BY id FOR UPDATE');

/** Locks existing ones in id order, before any account of theirs. */
export async function lockHouseholds(queries: Queries, households: readonly Id[]): Promise<void> {
  await queries.all(lock, households);
}

const insert = sql<{ number: number }>(
  'INSERT INTO households (id, version) VALUES ($1, $2) RETURNING number',
);
const putPeople = sql(
  `INSERT INTO people (household, version, path, body)
   SELECT $1::bigint, $2::bigint, value ->> 'path', value ->> 'body' FROM json_array_elements($3::json) WHERE TRUE
   ON CONFLICT (household, path) DO UPDATE SET version = excluded.version, body = excluded.body`,
);

/** At version 1; the profile's account is added later. */
export async function registerHousehold(queries: Queries, household: Id, uid: Id, profile: Profile) {
  const { number = 0 } = (await queries.one(insert, household, 1)) ?? {};
  await writePerson(queries, number, 1, uid, profile);
}

async function writePerson(queries: Queries, household: number, version: number, uid: Id, profile?: Profile) {
  const row = { path: profilePath(uid), body: profile ? JSON.stringify(profile) : null };
  await queries.run(putPeople, household, version, JSON.stringify([row]));
}

const raise = sql<{ number: number; version: number }>(
  'UPDATE households SET version = greatest(version + 1, $2::bigint) WHERE id = $1 RETURNING number, version',
);
const putVisits = sql(
  `INSERT INTO visits (household, version, child, id, visitor, start, open, body)
   SELECT $1::bigint, $2::bigint, value ->> 'child', value ->> 'id', value ->> 'visitor', value ->> 'start',
     (value ->> 'open')::integer, value ->> 'body'
   FROM json_array_elements($3::json) WHERE TRUE
   ON CONFLICT (id, household, child) DO UPDATE SET version = excluded.version, open = excluded.open,
     start = excluded.start, visitor = excluded.visitor, body = excluded.body`,
);
const dateTombstone = sql(
  `INSERT INTO tombstone_times (household, version, removed_at) VALUES ($1, $2, $3)
   ON CONFLICT (household, version) DO UPDATE SET removed_at = excluded.removed_at`,
);

/** At the next version of a locked household, by the server; removes without a profile. */
export async function writeProfile(
  queries: Queries,
  household: Id,
  uid: Id,
  now: string,
  profile?: Profile,
  visits: readonly StoredVisit[] = [],
): Promise<void> {
  const raised = await queries.one(raise, household, Date.parse(now));
  if (!raised) throw new Error('a profile was written to no household');
  const { number, version } = raised;
  await writePerson(queries, number, version, uid, profile);
  if (!profile) await queries.run(dateTombstone, number, version, Date.parse(now));
  const rows = visits.map(({ path, visit }) => visitRow(path, visit));
  if (rows.length > 0) await queries.run(putVisits, number, version, JSON.stringify(rows));
}

// A cursor from before the copy would miss its tombstones.
const insertCopy = sql<{ made: number; copied: number }>(
  `INSERT INTO households (id, version, floor, sizes) SELECT $2, version, version, sizes FROM households WHERE id = $1
   RETURNING number AS made, (SELECT number FROM households WHERE id = $1) AS copied`,
);
// Skips unpurged rows below a removed child.
const copyPeople = sql(
  `INSERT INTO people (household, version, path, body) SELECT $2::bigint, version, path, body FROM people
   WHERE household = $1 AND path > 'children/' AND path < 'children0' AND body IS NOT NULL AND NOT EXISTS (
     SELECT 1 FROM purges WHERE purges.household = $1 AND people.path > purges.path || '/' AND people.path < purges.path || '0')`,
);
const copyVisits = sql(
  `INSERT INTO visits (household, version, open, child, id, start, visitor, body)
   SELECT $2::bigint, version, open, child, id, start, visitor, body FROM visits
   WHERE household = $1 AND body IS NOT NULL
     AND 'children/' || child NOT IN (SELECT path FROM purges WHERE household = $1) ORDER BY id`,
);
const linkedIn = sql<{ child: Id; id: Id; body: string }>(
  `SELECT child, id, body FROM visits
   WHERE household = $1 AND (strpos(body, '"links":') > 0 OR strpos(body, '"answer":') > 0 OR strpos(body, '"trip":') > 0)`,
);
const changeBodies = sql(
  `UPDATE visits SET body = r.value ->> 'body' FROM json_array_elements($2::json) AS r
   WHERE visits.household = $1 AND visits.id = r.value ->> 'id' AND visits.child = r.value ->> 'child'`,
);

/** Empty at version 0, or a locked one's copy at its version, without profiles, links, trips and tombstones. */
export async function makeHousehold(queries: Queries, to: Id, from?: Id): Promise<void> {
  if (from === undefined) {
    await queries.one(insert, to, 0);
    return;
  }
  const { made, copied } = (await queries.one(insertCopy, from, to)) ?? {};
  if (made === undefined || copied === undefined) throw new Error('there is no household to copy');
  for (const copy of [copyPeople, copyVisits]) await queries.run(copy, copied, made);
  const linked = await queries.all(linkedIn, made);
  const changed = linked.map((row) => {
    const visit = withoutTrip(withoutLinks(JSON.parse(row.body) as Visit));
    return { ...row, body: JSON.stringify(visit) };
  });
  if (changed.length > 0) await queries.run(changeBodies, made, JSON.stringify(changed));
}

const remaining = sql('SELECT 1 FROM accounts WHERE household = $1');
const hide = sql<{ number: number }>(
  "UPDATE households SET id = '~' || number WHERE id = $1 RETURNING number",
);
const forget = [
  sql('DELETE FROM notices WHERE household = $1'),
  sql('DELETE FROM alerts WHERE household = $1'),
  // In id order, against deadlocks.
  sql(
    `DELETE FROM followers WHERE id IN
       (SELECT id FROM followers WHERE host = $1 OR home = $1 ORDER BY id FOR UPDATE)`,
  ),
  forgetLinksOf,
  sql(`INSERT INTO purges (household, path) VALUES ($1, '${WHOLE_HOUSEHOLD}')`),
];

/** Hides a locked one and leaves its rows to `purgeRemoved`. False if an account is left in it. */
export async function removeEmptyHousehold(queries: Queries, household: Id): Promise<boolean> {
  if (await queries.one(remaining, household)) return false;
  const hidden = await queries.one(hide, household);
  if (hidden) for (const statement of forget) await queries.run(statement, hidden.number);
  return true;
}
