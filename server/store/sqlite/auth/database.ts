import type { DatabaseSync } from 'node:sqlite';
import type { Id } from '#domain/ids.ts';
import { profilePath } from '#domain/paths.ts';
import type { FoundSession } from '../../ports/sessions.ts';
import type { Database, Households, Queries } from '../../shared/queries.ts';
import { statementsOf } from '../connection/connection.ts';
import type { GroupCommit } from '../connection/group-commit.ts';
import { householdMaker, profileWriter } from '../household/copy.ts';
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
  };
}

function householdsIn(db: DatabaseSync): Households {
  const { query } = statementsOf(db);
  const insert = query<{ number: number }>(`
     INSERT INTO households (id, version, number)
     VALUES (?, 1, (SELECT coalesce(max(number), 0) + 1 FROM households)) RETURNING number`);
  const remaining = query('SELECT 1 FROM accounts WHERE household = ?');
  const remove = householdRemover(db);
  const make = householdMaker(db);
  const writeDocument = documentWriter(db);
  const writeProfile = profileWriter(db);
  return {
    // Of transactions one runs at a time.
    lock: async () => undefined,
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
  };
}

function sessionReader(db: DatabaseSync) {
  const { rowQuery } = statementsOf(db);
  const byToken = rowQuery<[Id, Id, string, Id, string, string, string]>(`
     SELECT uid, household, email, s.id, s.created_at, seen_at, proven_at
     FROM sessions s JOIN accounts USING (uid) WHERE token_hash = ? AND expires_at > ?`);
  return (tokenHash: string, now: string): FoundSession | undefined => {
    const found = byToken(tokenHash, now);
    if (!found) return undefined;
    const [uid, household, email, id, createdAt, seenAt, reauthenticatedAt] = found;
    return { uid, household, email, id, createdAt, seenAt, reauthenticatedAt };
  };
}
