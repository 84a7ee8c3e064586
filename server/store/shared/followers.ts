import type { Friend, Guest, Profile } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { childOf } from '#domain/paths.ts';
import type { FollowedRow, FollowerRow, FollowerStore, FollowRow } from '../ports/followers.ts';
import { type LinkedRow, linkedIn } from './links.ts';
import { type AccountTransaction, type Database, type Statement, sql } from './queries.ts';
import { profilesOf, sqliteProfilesOf } from './rows.ts';

/** The parts of a statement in which the stores differ. `f` is the row of a following, `who` the document of its visitor. */
interface Parts {
  /** The key of a household, which the rows of it have. */
  key: string;
  people: string;
  /** The path of the child whose visitor is followed. */
  child: string;
  /** Joins the open visit of the visitor, else the latest, as `visit`. */
  visit: string;
  /** The profiles of the host, by path, and those of the home, and the verified addresses of the home, as JSON. */
  hosts: string;
  parents: string;
  verified: string;
}

const VISIT = `visit.household = f.host AND visit.visitor = f.visitor AND visit.body IS NOT NULL`;
const VERIFIED = 'FROM accounts WHERE household = home.id AND email_verified_at IS NOT NULL';
const PROFILES = `path > 'profiles/' AND path < 'profiles0' AND body IS NOT NULL`;

// Searched as text, because json refuses \u0000; in a text of a parent the quotes would be escaped.
const POSTGRES: Parts = {
  key: 'id',
  people: 'documents',
  child: `'children/' || split_part(f.visitor, '/', 2)`,
  visit: `LEFT JOIN documents visit ON ${VISIT} AND visit.path = child.path || '/visits/'
    || coalesce(substring(who.body, '"openVisit":"([^"]+)"'), substring(who.body, '"latest":[{][^}]*"visit":"([^"]+)"'))`,
  hosts: profilesOf('f.host'),
  parents: `(SELECT '[' || coalesce(string_agg(body, ',' ORDER BY path), '') || ']' FROM documents
    WHERE household = f.home AND ${PROFILES})`,
  verified: `(SELECT coalesce(json_agg(email), '[]')::text ${VERIFIED})`,
};

const SQLITE: Parts = {
  key: 'number',
  people: 'people',
  child: `substr(f.visitor, 1, 8 + instr(substr(f.visitor, 10), '/'))`,
  visit: `LEFT JOIN visits AS visit INDEXED BY visits_by_id ON ${VISIT}
    AND visit.id = coalesce(who.body ->> '$.openVisit', who.body ->> '$.latest.visit')`,
  hosts: sqliteProfilesOf('f.host'),
  parents: `(SELECT json_group_array(json(body) ORDER BY path) FROM people WHERE household = f.home AND ${PROFILES})`,
  verified: `(SELECT json_group_array(email) ${VERIFIED})`,
};

function ofBoth<Row = never>(text: (parts: Parts) => string): Statement<Row> {
  return sql(text(POSTGRES), text(SQLITE));
}

const COLUMNS = `f.id, host.id AS host, f.visitor, f.name, home.id AS home, f.asked_at AS "askedAt", f.agreed_at AS "agreedAt",
  f.link_made_at AS "linkMadeAt", f.refused_at AS "refusedAt"`;
// Nothing is below a removed child, also while rows of it are left to purge.
const people = ({ people: table, child }: Parts) => `
  LEFT JOIN ${table} AS who ON who.household = f.host AND who.path = f.visitor
  LEFT JOIN ${table} AS child ON child.household = f.host AND child.path = ${child}`;
const isThere = ({ people: table, child }: Parts) => `EXISTS (
  SELECT 1 FROM ${table} AS who CROSS JOIN ${table} AS child
  WHERE who.household = f.host AND who.path = f.visitor AND who.body IS NOT NULL
    AND child.household = f.host AND child.path = ${child} AND child.body IS NOT NULL)`;

/** The documents as JSON; `child` is null if it was removed. */
type SeenRow = FollowRow &
  Omit<LinkedRow, 'household' | 'visit' | 'visitor'> & { visit: string; who: string };

const followed = (isOne: string) =>
  ofBoth<Partial<SeenRow> & FollowRow>(
    (parts) => `
  SELECT ${COLUMNS}, visit.path, visit.body AS visit, who.body AS who, child.body AS child, ${parts.hosts} AS profiles
  FROM households home CROSS JOIN followers f CROSS JOIN households host ${people(parts)} ${parts.visit}
  WHERE home.id = $1 AND f.home = home.${parts.key} AND host.${parts.key} = f.host ${isOne}
  ORDER BY f.asked_at, f.id`,
  );
const followedBy = followed('');
const followedOne = followed('AND f.id = $2');

type FollowerJson = Record<'parents' | 'verified', string> & Record<'who' | 'child', string | null>;

const followersOf = ofBoth<FollowRow & FollowerJson>(
  (parts) => `
  SELECT ${COLUMNS}, who.body AS who, child.body AS child, ${parts.parents} AS parents, ${parts.verified} AS verified
  FROM households host CROSS JOIN followers f CROSS JOIN households home ${people(parts)}
  WHERE host.id = $1 AND f.host = host.${parts.key} AND home.${parts.key} = f.home
  ORDER BY f.asked_at, f.id`,
);

const OPEN = 'refused_at IS NULL';
const state = ofBoth<Record<'again' | 'ofVisitor' | 'asking' | 'ofHome', number>>(
  ({ key, people: table }) => `
  SELECT (SELECT count(*) FROM followers WHERE host = host.${key} AND visitor = $2 AND home = home.${key}) AS again,
    (SELECT count(*) FROM followers WHERE host = host.${key} AND visitor = $2 AND agreed_at IS NOT NULL) AS "ofVisitor",
    (SELECT count(*) FROM followers WHERE host = host.${key} AND visitor = $2 AND agreed_at IS NULL AND ${OPEN}) AS asking,
    (SELECT count(*) FROM followers WHERE home = home.${key} AND ${OPEN}) AS "ofHome"
  FROM households host CROSS JOIN households home CROSS JOIN ${table} AS who CROSS JOIN ${table} AS child
  WHERE host.id = $1 AND home.id = $4 AND host.id <> home.id
    AND who.household = host.${key} AND who.path = $2 AND who.body IS NOT NULL
    AND child.household = host.${key} AND child.path = $3 AND child.body IS NOT NULL`,
);
const insert = ofBoth(
  ({ key }) => `
  INSERT INTO followers (id, host, visitor, name, home, asked_at, link_made_at)
  SELECT $2, host.${key}, $3, $4, home.${key}, $6, $7 FROM households host CROSS JOIN households home
  WHERE host.id = $1 AND home.id = $5`,
);
const forgetRefusal = ofBoth(
  ({ key }) => `
  DELETE FROM followers WHERE visitor = $2 AND refused_at <= $4
    AND host = (SELECT ${key} FROM households WHERE id = $1) AND home = (SELECT ${key} FROM households WHERE id = $3)`,
);
const agree = ofBoth(
  (parts) => `
  UPDATE followers AS f SET agreed_at = $3, name = $4
  WHERE id = $2 AND host = (SELECT ${parts.key} FROM households WHERE id = $1) AND ${OPEN} AND ${isThere(parts)}
    AND (SELECT count(*) FROM followers o
      WHERE o.host = f.host AND o.visitor = f.visitor AND o.agreed_at IS NOT NULL AND o.id <> f.id) < $5`,
);
const refuse = ofBoth(
  ({ key }) => `
  UPDATE followers SET refused_at = $3, agreed_at = NULL
  WHERE id = $2 AND host = (SELECT ${key} FROM households WHERE id = $1) AND ${OPEN}`,
);
const remove = ofBoth(
  ({ key }) => `
  DELETE FROM followers WHERE id = $2 AND ${OPEN}
    AND (SELECT ${key} FROM households WHERE id = $1) IN (host, home)`,
);

/** The rows that a step of the purge looks at. */
const ROWS_PER_STEP = 200;

const next = sql<{ last: Id | null; count: number }>(`
  SELECT max(id) AS last, count(*) AS count FROM (SELECT id FROM followers WHERE id > $1 ORDER BY id LIMIT 0 + $2) AS next`);
// Waits for nobody: whoever is answering or ending one is left alone until the next day.
const purge = ofBoth(
  (parts) => `
  DELETE FROM followers WHERE id IN (
    SELECT id FROM followers f WHERE id > $1 AND id <= $2
      AND ((agreed_at IS NULL AND ${OPEN} AND asked_at < $3) OR refused_at < $4 OR NOT ${isThere(parts)})
    ORDER BY id FOR UPDATE SKIP LOCKED)`,
);

/** The store's calls about followings. */
export function followerCalls(database: Database): FollowerStore {
  return {
    // Alone: it locks two households, in the order of all that do, so that it counts what is there.
    putFollower: (question, most) =>
      database.transaction(question.home, (transaction) => put(transaction, question, most)),
    followedBy: async (home) => (await database.all(followedBy, home)).map(followedIn),
    followed: async (home, id) => {
      const row = await database.one(followedOne, home, id);
      return row && followedIn(row);
    },
    followersOf: async (host) =>
      (await database.all(followersOf, host)).map(
        ({ who, child, parents, verified, ...row }): FollowerRow => {
          const visitor = who === null || child === null ? undefined : (JSON.parse(who) as Friend | Guest);
          const verifiedEmails = JSON.parse(verified) as string[];
          const people = (JSON.parse(parents) as Profile[]).map(
            ({ firstName, lastName, email, createdAt }) => ({
              ...{ name: `${firstName} ${lastName}`, email, since: createdAt },
              isVerified: verifiedEmails.includes(email),
            }),
          );
          return { ...row, visitorName: visitor?.name, renamedAt: visitor?.renamedAt, parents: people };
        },
      ),
    // Under the lock of the host: of two parents who say yes at once the second counts what the first did.
    agreeToFollower: (host, id, { at, name }, most) =>
      database.transaction(host, async (transaction) => {
        await transaction.households.lock([host]);
        return (await transaction.run(agree, host, id, at, name, most)) > 0;
      }),
    refuseFollower: async (host, id, at) => (await database.run(refuse, host, id, at)) > 0,
    removeFollower: async (household, id) => (await database.run(remove, household, id)) > 0,
    purgeFollowers: (after = '', { asked, refused }) =>
      database.write(async (queries) => {
        const { last = null, count = 0 } = (await queries.one(next, after, ROWS_PER_STEP)) ?? {};
        if (last !== null) await queries.run(purge, after, last, asked, refused);
        return count < ROWS_PER_STEP ? null : last;
      }),
  };
}

async function put(
  transaction: AccountTransaction,
  ...[{ id, host, visitor, name, home, askedAt, linkMadeAt }, most]: Parameters<FollowerStore['putFollower']>
): ReturnType<FollowerStore['putFollower']> {
  await transaction.households.lock([host, home]);
  await transaction.run(forgetRefusal, host, visitor, home, most.refusedBefore);
  const found = await transaction.one(state, host, visitor, childOf(visitor), home);
  if (!found) return 'gone';
  if (found.again > 0) return 'again';
  const { ofVisitor, asking, ofHome } = found;
  if (ofVisitor >= most.ofVisitor || asking >= most.asking || ofHome >= most.ofHome) return 'full';
  await transaction.run(insert, host, id, visitor, name, home, askedAt, linkMadeAt);
  return 'put';
}

function followedIn({
  path,
  visit,
  who,
  child,
  profiles,
  ...row
}: Partial<SeenRow> & FollowRow): FollowedRow {
  const isSeen = path && visit && who && child && profiles;
  return {
    ...row,
    isThere: who != null && child != null,
    seen: isSeen ? linkedIn({ household: row.host, path, visit, visitor: who, child, profiles }) : undefined,
  };
}
