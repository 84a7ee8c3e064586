import type { DatabaseSync } from 'node:sqlite';
import type { Profile } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { profilePath } from '#domain/paths.ts';
import { type Database, type Households, type Queries, sql } from '../../auth/queries.ts';
import type { HouseholdContents } from '../../ports/parents.ts';
import type { FoundSession } from '../../ports/sessions.ts';
import { query, rowQuery } from '../connection/connection.ts';
import type { GroupCommit } from '../connection/group-commit.ts';
import { householdMaker, profileWriter } from '../household/copy.ts';
import { linkedVisitReader, linkWriter } from '../household/links.ts';
import { householdRemover } from '../household/purge-removed.ts';
import { documentWriter } from '../household/save.ts';

/** Joins the calls of accounts to the group commit: each transaction, and each write, is a job of it. */
export function authDatabase(db: DatabaseSync, group: GroupCommit, queries: Queries): Database {
  const transaction = { ...queries, households: householdsIn(db) };
  const session = sessionReader(db);
  return {
    all: (sql, ...values) => group.read(() => queries.all(sql, ...values)),
    one: (sql, ...values) => group.read(() => queries.one(sql, ...values)),
    run: (sql, ...values) => group.run(() => queries.run(sql, ...values)),
    write: (work) => group.run(() => work(queries)),
    transaction: (_key, work) => group.run(() => work(transaction)),
    session: (tokenHash, now) => group.read(() => session(tokenHash, now)),
    statements: { parentsOf, contentsOf },
  };
}

const parentsOf = sql<{ uid: Id; email: string; body: string }>(`
  SELECT uid, email, people.body FROM accounts JOIN households ON households.id = accounts.household
  JOIN people ON people.household = number AND path = 'profiles/' || uid AND body IS NOT NULL
  WHERE accounts.household = $1 ORDER BY coalesce(body ->> '$.joinedAt', ''), uid`);
const contentsOf = sql<HouseholdContents>(`
  SELECT json_array_length(sizes) AS children,
    (SELECT count(*) FROM visits INDEXED BY visits_past WHERE household = households.number AND open = 0)
      + (SELECT count(*) FROM visits INDEXED BY visits_open WHERE household = households.number AND open = 1)
      - (SELECT count(*) FROM purges p CROSS JOIN visits v INDEXED BY visits_by_visitor ON v.household = p.household
           AND v.visitor > p.path || '/' AND v.visitor < p.path || '0'
         WHERE p.household = households.number) AS visits,
    (SELECT count(*) FROM accounts WHERE household = households.id) AS parents
  FROM households WHERE id = $1`);

function householdsIn(db: DatabaseSync): Households {
  const insert = query<{ number: number }>(
    db,
    `INSERT INTO households (id, version, number)
     VALUES (?, 1, (SELECT coalesce(max(number), 0) + 1 FROM households)) RETURNING number`,
  );
  const profile = query<{ body: string }>(
    db,
    `SELECT people.body FROM people JOIN households ON number = people.household
     WHERE id = ? AND path = 'profiles/' || ? AND body IS NOT NULL`,
  );
  const remaining = query(db, 'SELECT 1 FROM accounts WHERE household = ?');
  const remove = householdRemover(db);
  const make = householdMaker(db);
  const writeDocument = documentWriter(db);
  const writeProfile = profileWriter(db);
  const linkedVisits = linkedVisitReader(db);
  const { forgetLinks } = linkWriter(db);
  return {
    // Of transactions one runs at a time.
    lock: async () => undefined,
    async profile(household, uid) {
      const found = profile.get(household, uid);
      return found && (JSON.parse(found.body) as Profile);
    },
    async register(household, uid, profile) {
      const { number } = insert.get(household) ?? { number: 0 };
      writeDocument(number, profilePath(uid), 1, profile);
    },
    make: async (household, copyOf) => make(household, copyOf),
    async removeEmpty(household) {
      const isEmpty = remaining.get(household) === undefined;
      if (isEmpty) remove(household);
      return isEmpty;
    },
    writeProfile: async (...given) => writeProfile(...given),
    linkedVisits: async (household) => linkedVisits(household),
    forgetLinks: async (hashes) => forgetLinks(hashes),
  };
}

function sessionReader(db: DatabaseSync) {
  const byToken = rowQuery<[Id, Id, string, Id, string, string, string]>(
    db,
    `SELECT uid, household, email, s.id, s.created_at, seen_at, proven_at
     FROM sessions s JOIN accounts USING (uid) WHERE token_hash = ? AND expires_at > ?`,
  );
  return (tokenHash: string, now: string): FoundSession | undefined => {
    const found = byToken(tokenHash, now);
    if (!found) return undefined;
    const [uid, household, email, id, createdAt, seenAt, reauthenticatedAt] = found;
    return { uid, household, email, id, createdAt, seenAt, reauthenticatedAt };
  };
}
