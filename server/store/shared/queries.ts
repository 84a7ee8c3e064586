import { createHash } from 'node:crypto';
import type { StoredVisit } from '#domain/command.ts';
import type { Profile } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import type { FoundSession } from '../ports/sessions.ts';

/** A parameter of a statement: one value, or a list for `= ANY ($n)` and `<> ALL ($n)`. */
export type Value = string | number | boolean | null | readonly string[];

/** SQL of both stores, in PostgreSQL's words; `toSqlite` translates the few that SQLite has others for. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  /** The same for SQLite, where tables differ. */
  readonly sqlite: string;
  /** Never set: carries the type of a row. */
  readonly row?: Row;
}

/** Each connection to PostgreSQL prepares a statement once, under a name that follows from its text. */
export function sql<Row = never>(text: string, sqlite = text): Statement<Row> {
  return { name: createHash('sha256').update(text).digest('base64url'), text, sqlite };
}

/** Runs statements. Rejects with StoreUnavailable, with Duplicate, or with the database's own error. */
export interface Queries {
  all<Row>(statement: Statement<Row>, ...values: Value[]): Promise<Row[]>;
  one<Row>(statement: Statement<Row>, ...values: Value[]): Promise<Row | undefined>;
  /** Returns the number of rows that it changed. */
  run(statement: Statement<unknown>, ...values: Value[]): Promise<number>;
}

/** The rows of a batch. */
export const ROWS_PER_BATCH = 500;

/** A connection that also reads many rows, a batch at a time; on PostgreSQL in a transaction, and one statement at a time. */
export interface BatchReader extends Queries {
  batches<Row>(statement: Statement<Row>, ...values: Value[]): AsyncIterable<Row[]>;
}

/** A row is there already, by a unique index. PostgreSQL keeps nothing of its transaction. */
export class Duplicate extends Error {
  override readonly name = 'Duplicate';
}

/** A transaction, with what each store does to households in its own way. It may await its own calls and nothing else. */
export interface AccountTransaction extends Queries {
  readonly households: Households;
}

export interface Households {
  /** Locks those that exist, in the order of their ids, before any account of theirs. */
  lock(households: readonly Id[]): Promise<void>;
  /** Creates a household at version 1 with the profile of its first account, which follows. */
  register(household: Id, uid: Id, profile: Profile): Promise<void>;
  /** Makes a household: empty, at version 0, or a copy of a locked one at its version, without profiles and tombstones. */
  make(household: Id, copyOf?: Id): Promise<void>;
  /** Removes a locked household if no account is left in it. Returns true if it did. */
  removeEmpty(household: Id): Promise<boolean>;
  /** Writes a profile as the server at the next version, and visits with it; without a profile it is removed. */
  writeProfile(
    household: Id,
    uid: Id,
    now: string,
    profile?: Profile,
    visits?: readonly StoredVisit[],
  ): Promise<void>;
}

/**
 * A store's database. Its own statements run outside of a transaction: `all` and `one` read what is committed, `run` is kept
 * by itself.
 */
export interface Database extends Queries {
  /** Runs statements that write, of which each may be kept without the next. */
  write<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Runs `work` in one transaction, after the earlier ones of this process under the same key; conflicts are retried. */
  transaction<T>(key: string, work: (transaction: AccountTransaction) => Promise<T>): Promise<T>;
  /** The port's `session`, which every request makes. */
  session(tokenHash: string, now: string): Promise<FoundSession | undefined>;
}
