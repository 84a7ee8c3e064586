import { randomBytes } from 'node:crypto';
import { type ClientBase, DatabaseError } from 'pg';
import { type Id, makeId } from '#domain/ids.ts';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import { movedAway } from '../ports/moving.ts';
import type { Restored } from '../ports/retention.ts';
import { CannotOpenStore } from '../ports/store.ts';
import { sql } from '../shared/queries.ts';

/** The home of a database: what differs in a restored dump, a copied database, another cluster or after a recovery. */
const HOME = [
  "(SELECT 'store_epoch'::regclass::oid::text)",
  '(SELECT oid::text FROM pg_database WHERE datname = current_database())',
  '(SELECT system_identifier::text FROM pg_control_system())',
  // The timeline: another one begins when a backup is recovered, or a standby takes over.
  '(SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))',
];

/** Versions are times in ms since version 1.0.0; smaller ones tell none. */
const OLDEST_TIME = Date.UTC(2020, 0);

/** The longest outage in ms after which a standby that took over still sends what fell due meanwhile. */
const OUTAGE_MS = 10 * MINUTE_MS;

// Of several processes the first begins the epoch. Of the notices that waited in a backup those that are overdue were sent
// since, or cancelled; if but the timeline is another one, it may be a standby, which lacks nothing.
const BEGIN = `WITH before AS (SELECT epoch, home, restored_at, restored_from FROM store_epoch FOR UPDATE), begun AS (
    UPDATE store_epoch SET epoch = $2, home = $1,
      restored_at = CASE WHEN before.epoch <> '' THEN $5 ELSE store_epoch.restored_at END,
      restored_from = CASE WHEN before.epoch <> '' THEN last.version ELSE store_epoch.restored_from END
    FROM before, (SELECT max(version) AS version FROM households) last WHERE before.home <> $1
    RETURNING store_epoch.epoch, store_epoch.restored_at, store_epoch.restored_from,
      before.epoch AS former, before.home AS left_home
  ), dropped AS (
    DELETE FROM notices USING begun WHERE former <> ''
      AND due_at <= CASE WHEN regexp_replace(left_home, '[^.]*$', '') = regexp_replace($1, '[^.]*$', '') THEN $4 ELSE $3 END
  )
  SELECT epoch, restored_at, restored_from FROM begun
  UNION ALL SELECT epoch, restored_at, restored_from FROM before WHERE NOT EXISTS (SELECT FROM begun)`;

/** A sentence of a database that was moved elsewhere; undefined of any other. */
export async function movedAwayWarning(client: ClientBase): Promise<string | undefined> {
  const { rows } = await client.query("SELECT obj_description(to_regclass('store_epoch')) AS comment");
  return rows[0]?.comment === MOVED ? movedAway(GO_ON_HERE) : undefined;
}

/** The home of a database that a move fills: it leaves that only when all is there. */
export const MOVING = 'moving';

/** The comment on the table of the epoch once the data was moved elsewhere; needs no migration. */
export const MOVED = 'moved';
export const GO_ON_HERE = 'COMMENT ON TABLE store_epoch IS NULL';

const UNFINISHED_MOVE =
  'A move to this database runs, or did not end, and the data is not in it: run the move to its end, then start Framme. ' +
  'To begin without that data, make the database anew.';

interface EpochRow {
  epoch: Id;
  restored_at: number | null;
  restored_from: number | null;
}

/** The epoch of the database: the id of its history, another one once a backup was restored. */
export class SharedEpoch {
  id: Id = '';
  /** The latest restore, or takeover by a standby, that was noticed. */
  restored: Restored | undefined;
  /** SQL of the home, of those parts that this PostgreSQL tells. */
  #home = '';

  /** To be called at the start, on the present schema. */
  async open(client: ClientBase): Promise<void> {
    const parts: string[] = [];
    for (const part of HOME) parts.push((await isTold(client, part)) ? part : "''");
    this.#home = parts.join(" || '.' || ");
    await this.check(client);
  }

  /** To be called on each new connection, before it is used: another database may have taken the place of the former one. */
  async check(client: ClientBase): Promise<void> {
    const { rows } = await client.query<EpochRow & { home: string; here: string }>(
      `SELECT epoch, home, restored_at, restored_from, ${this.#home} AS here FROM store_epoch`,
    );
    const [row] = rows;
    if (!row) throw new Error('the database has no epoch');
    if (row.home === MOVING) throw new CannotOpenStore(UNFINISHED_MOVE);
    const {
      epoch,
      restored_at: at,
      restored_from: from,
    } = row.home === row.here ? row : await begin(client, row.here);
    this.id = epoch;
    this.restored = at === null ? undefined : { at, ...(from !== null && from > OLDEST_TIME && { from }) };
  }
}

async function begin(client: ClientBase, home: string): Promise<EpochRow> {
  const now = Date.now();
  const { rows } = await client.query<EpochRow>(BEGIN, [
    home,
    makeId(randomBytes(16)),
    isoTime(now),
    isoTime(now - OUTAGE_MS),
    now,
  ]);
  const [row] = rows;
  if (!row) throw new Error('the database has no epoch');
  return row;
}

/** SQLSTATE of what this PostgreSQL does not tell anybody: no privilege, no such function, not supported, not in this state. */
const UNTOLD: readonly unknown[] = ['42501', '42883', '0A000', '55000'];

/** Returns false of a part that this PostgreSQL does not tell, as some hosted ones do not. Throws on any other error, which will pass. */
async function isTold(client: ClientBase, part: string): Promise<boolean> {
  try {
    await client.query(`SELECT ${part}`);
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && UNTOLD.includes(error.code)) return false;
    throw error;
  }
}

export const leaveHome = sql("UPDATE store_epoch SET home = ''");
