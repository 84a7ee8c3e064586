import type { Alert } from '#domain/alerts.ts';
import type { Child, Friend, Guest, Profile } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { childOf, type Path } from '#domain/paths.ts';
import type { Coming } from '#domain/trips/coming.ts';
import { lockHouseholds } from '../households/make-household.ts';
import { NUMBER, profilesOf } from '../households/stored-rows.ts';
import { type Database, type Queries, sql } from '../shared/queries.ts';
import { putAlert } from './alerts.ts';
import type { Linked } from './links.ts';
import { type LinkedRow, linkedIn } from './links.ts';

export interface Question {
  id: Id;
  host: Id;
  visitor: Path<'friend' | 'guest'>;
  name: string;
  home: Id;
  askedAt: string;
  /** Creation time of the link used to ask; null in older rows. */
  linkMadeAt: string | null;
}

type Bounds = Record<'ofVisitor' | 'asking' | 'ofHome', number> & { refusedBefore: string };
type Ending = { refusedAt?: string | undefined; told?: { home: Id; alert: Alert } | undefined };

export interface FollowRow extends Question {
  agreedAt: string | null;
  refusedAt: string | null;
  /** As said; what is over is not removed at once. */
  coming: Coming;
  /** The visitor's document; undefined if visitor or child is gone. */
  person: Friend | Guest | undefined;
}

/** `seen`: the open visit, else the latest; undefined without one, or without `person`, like `childName`. */
export interface FollowedRow extends FollowRow {
  seen: Linked | undefined;
  childName: string | undefined;
}

export interface FollowerRow extends FollowRow {
  /** By uid. */
  parents: FollowingParent[];
}

interface FollowingParent {
  /** First and last name. */
  name: string;
  email: string;
  isVerified: boolean;
  /** The account's creation. */
  since: string;
}

const PROFILES = `path > 'profiles/' AND path < 'profiles0' AND body IS NOT NULL`;
/** The path of the visitor's child; `f`: the follow's row. */
const CHILD = `substr(f.visitor, 1, 8 + strpos(substr(f.visitor, 10), '/'))`;
// Searched as text, because json refuses \u0000; quotes in a parent's text would be escaped.
const OPEN_VISIT = `substring(who.body, '"openVisit":"([^"]+)"')`;
const LATEST_VISIT = `substring(who.body, '"latest":[{][^}]*"visit":"([^"]+)"')`;
const IN_SQLITE = {
  [OPEN_VISIT]: "who.body ->> '$.openVisit'",
  [LATEST_VISIT]: "who.body ->> '$.latest.visit'",
};

const COLUMNS = `f.id, host.id AS host, f.visitor, f.name, home.id AS home, f.asked_at AS "askedAt", f.agreed_at AS "agreedAt",
  f.link_made_at AS "linkMadeAt", f.refused_at AS "refusedAt", (SELECT body FROM coming WHERE follow = f.id) AS coming`;
// Hides unpurged rows below a removed child. `who`: the visitor's document.
const PEOPLE = `
  LEFT JOIN people AS who ON who.household = f.host AND who.path = f.visitor
  LEFT JOIN people AS child ON child.household = f.host AND child.path = ${CHILD}`;
const IS_THERE = `EXISTS (
  SELECT 1 FROM people AS who CROSS JOIN people AS child
  WHERE who.household = f.host AND who.path = f.visitor AND who.body IS NOT NULL
    AND child.household = f.host AND child.path = ${CHILD} AND child.body IS NOT NULL)`;

/** Documents are JSON; `child` is null if removed. */
type StoredFollow = Omit<FollowRow, 'coming' | 'person'> & { coming: string | null };
type SeenRow = StoredFollow &
  Omit<LinkedRow, 'household' | 'visit' | 'visitor'> & { visit: string; who: string };

const followsOf = sql<Partial<SeenRow> & StoredFollow>(
  `SELECT ${COLUMNS}, 'children/' || visit.child || '/visits/' || visit.id AS path, visit.body AS visit, who.body AS who,
     child.body AS child, ${profilesOf('f.host')} AS profiles
   FROM households home CROSS JOIN followers f CROSS JOIN households host ${PEOPLE}
   LEFT JOIN visits AS visit /*+ INDEXED BY visits_by_id */ ON visit.household = f.host AND visit.visitor = f.visitor
     AND visit.id = coalesce(${OPEN_VISIT}, ${LATEST_VISIT}) AND visit.body IS NOT NULL
   WHERE home.id = $1 AND f.home = home.number AND host.number = f.host
   ORDER BY f.asked_at, f.id`,
  IN_SQLITE,
);

type FollowerJson = Record<'parents' | 'verified', string> & Record<'who' | 'child', string | null>;

const followersOf = sql<StoredFollow & FollowerJson>(
  `SELECT ${COLUMNS}, who.body AS who, child.body AS child,
     (SELECT '[' || coalesce(string_agg(body, ',' ORDER BY path), '') || ']' FROM people
      WHERE household = f.home AND ${PROFILES}) AS parents,
     (SELECT coalesce(json_agg(email), '[]')::text FROM accounts
      WHERE household = home.id AND email_verified_at IS NOT NULL) AS verified
   FROM households host CROSS JOIN followers f CROSS JOIN households home ${PEOPLE}
   WHERE host.id = $1 AND f.host = host.number AND home.number = f.home
   ORDER BY f.asked_at, f.id`,
);

const OPEN = 'refused_at IS NULL';
const state = sql<Record<'again' | 'ofVisitor' | 'asking' | 'ofHome', number>>(
  `SELECT (SELECT count(*) FROM followers WHERE host = host.number AND visitor = $2 AND home = home.number) AS again,
     (SELECT count(*) FROM followers WHERE host = host.number AND visitor = $2 AND agreed_at IS NOT NULL) AS "ofVisitor",
     (SELECT count(*) FROM followers WHERE host = host.number AND visitor = $2 AND agreed_at IS NULL AND ${OPEN}) AS asking,
     (SELECT count(*) FROM followers WHERE home = home.number AND ${OPEN}) AS "ofHome"
   FROM households host CROSS JOIN households home CROSS JOIN people AS who CROSS JOIN people AS child
   WHERE host.id = $1 AND home.id = $4 AND host.id <> home.id
     AND who.household = host.number AND who.path = $2 AND who.body IS NOT NULL
     AND child.household = host.number AND child.path = $3 AND child.body IS NOT NULL`,
);
const insert = sql(
  `INSERT INTO followers (id, host, visitor, name, home, asked_at, link_made_at)
   SELECT $2, host.number, $3, $4, home.number, $6, $7 FROM households host CROSS JOIN households home
   WHERE host.id = $1 AND home.id = $5`,
);
const forgetRefusal = sql(
  `DELETE FROM followers WHERE visitor = $2 AND refused_at <= $4
     AND host = ${NUMBER} AND home = (SELECT number FROM households WHERE id = $3)`,
);
const agree = sql(
  `UPDATE followers AS f SET agreed_at = $3, name = $4
   WHERE id = $2 AND host = ${NUMBER} AND ${OPEN} AND ${IS_THERE}
     AND (SELECT count(*) FROM followers o
       WHERE o.host = f.host AND o.visitor = f.visitor AND o.agreed_at IS NOT NULL AND o.id <> f.id) < $5`,
);
const refuse = sql(
  `UPDATE followers SET refused_at = $3, agreed_at = NULL WHERE id = $2 AND host = ${NUMBER} AND ${OPEN}`,
);
const remove = sql(`DELETE FROM followers WHERE id = $2 AND ${OPEN} AND ${NUMBER} IN (host, home)`);

const say = sql(
  `INSERT INTO coming (follow, body, over_at)
   SELECT id, $3, $4 FROM followers WHERE id = $2 AND home = ${NUMBER} AND agreed_at IS NOT NULL
   ON CONFLICT (follow) DO UPDATE SET body = excluded.body, over_at = excluded.over_at`,
);
const purgeComing = sql('DELETE FROM coming WHERE over_at < $1');

const ROWS_PER_STEP = 200;

const next = sql<{ last: Id | null; count: number }>(`
  SELECT max(id) AS last, count(*) AS count FROM (SELECT id FROM followers WHERE id > $1 ORDER BY id LIMIT 0 + $2) AS next`);
// Waits for nobody: rows in use are left until the next day.
const purge = sql(
  `DELETE FROM followers WHERE id IN (
     SELECT id FROM followers f WHERE id > $1 AND id <= $2
       AND ((agreed_at IS NULL AND ${OPEN} AND asked_at < $3) OR refused_at < $4 OR NOT ${IS_THERE})
     ORDER BY id FOR UPDATE SKIP LOCKED)`,
);

/** Families that follow another one's visitor: one row a pair, deleted with either household (decision 0050). */
export function followerCalls(database: Database) {
  return {
    /**
     * Replaces a refusal from before `refusedBefore` (ISO). 'again': the row exists. 'full': a bound of `most`
     * is reached. 'gone': a household or the visitor is gone, or the home is the host.
     */
    putFollower: (question: Question, most: Bounds) =>
      // Locks both households in id order, so that its counts are exact.
      database.transaction(question.home, (transaction) => put(transaction, question, most)),
    /** Refused questions too, oldest first, in one query without a lock. */
    followsOf: async (home: Id) => (await database.all(followsOf, home)).map(followedIn),
    /** Includes those that ask or were refused; oldest first. */
    followersOf: async (host: Id) =>
      (await database.all(followersOf, host)).map(
        ({ who, child, parents, verified, coming, ...row }): FollowerRow => {
          const verifiedEmails = JSON.parse(verified) as string[];
          return {
            ...row,
            coming: comingIn(coming),
            person: who === null || child === null ? undefined : (JSON.parse(who) as Friend | Guest),
            parents: (JSON.parse(parents) as Profile[]).map((one) => ({
              name: `${one.firstName} ${one.lastName}`,
              email: one.email,
              since: one.createdAt,
              isVerified: verifiedEmails.includes(one.email),
            })),
          };
        },
      ),
    /** `name`: the visitor's first name. False: no such row, the visitor is gone, or `most` others follow. */
    agreeToFollower: (host: Id, id: Id, { at, name }: { at: string; name: string }, most: number) =>
      // Under the host's lock, so that concurrent agreements count each other.
      database.transaction(host, async (transaction) => {
        await lockHouseholds(transaction, [host]);
        return (await transaction.run(agree, host, id, at, name, most)) > 0;
      }),
    /**
     * By host or home; a host's refusal (`refusedAt`, ISO) keeps the row until the purge. Queues `told`. False: no
     * such row, or it was refused.
     */
    endFollower: (household: Id, id: Id, { refusedAt, told }: Ending = {}) =>
      database.transaction(household, async (transaction) => {
        if (told) await lockHouseholds(transaction, [household, told.home]);
        const ended =
          refusedAt === undefined
            ? await transaction.run(remove, household, id)
            : await transaction.run(refuse, household, id, refusedAt);
        if (told && ended > 0) await putAlert(transaction, told.home, told.alert);
        return ended > 0;
      }),
    /** Of a home's follow that was agreed to; replaces what was said before. False: no such row. */
    putComing: async (home: Id, id: Id, coming: Coming, overAt: string) =>
      (await database.run(say, home, id, JSON.stringify(coming), overAt)) > 0,
    /**
     * Purges, in steps, questions from before `asked`, refusals and ways over before `over` (ISO), and rows without
     * a visitor; resolves to the next mark, or null.
     */
    purgeFollowers: (after: Id = '', { asked, over }: { asked: string; over: string }) =>
      database.write(async (queries) => {
        if (after === '') await queries.run(purgeComing, over);
        const { last = null, count = 0 } = (await queries.one(next, after, ROWS_PER_STEP)) ?? {};
        if (last !== null) await queries.run(purge, after, last, asked, over);
        return count < ROWS_PER_STEP ? null : last;
      }),
  };
}

async function put(
  transaction: Queries,
  { id, host, visitor, name, home, askedAt, linkMadeAt }: Question,
  most: Bounds,
) {
  await lockHouseholds(transaction, [host, home]);
  await transaction.run(forgetRefusal, host, visitor, home, most.refusedBefore);
  const found = await transaction.one(state, host, visitor, childOf(visitor), home);
  if (!found) return 'gone';
  if (found.again > 0) return 'again';
  const { ofVisitor, asking, ofHome } = found;
  if (ofVisitor >= most.ofVisitor || asking >= most.asking || ofHome >= most.ofHome) return 'full';
  await transaction.run(insert, host, id, visitor, name, home, askedAt, linkMadeAt);
  return 'put';
}

function followedIn(found: Partial<SeenRow> & StoredFollow): FollowedRow {
  const { path, visit, who: visitor, child, profiles, coming, ...row } = found;
  const follow = { ...row, coming: comingIn(coming) };
  if (!visitor || !child) return { ...follow, person: undefined, childName: undefined, seen: undefined };
  const isSeen = path && visit && profiles;
  const seen = isSeen ? linkedIn({ household: row.host, path, visit, visitor, child, profiles }) : undefined;
  const person = seen?.visitor ?? (JSON.parse(visitor) as Friend | Guest);
  return { ...follow, person, childName: (seen?.child ?? (JSON.parse(child) as Child)).name, seen };
}

function comingIn(body: string | null): Coming {
  return body === null ? {} : (JSON.parse(body) as Coming);
}
