import { randomBytes } from 'node:crypto';
import { type ClientBase, DatabaseError } from 'pg';
import { type Id, makeId } from '#domain/ids.ts';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import { movedAway } from '../ports/moving.ts';
import type { Restored } from '../ports/retention.ts';
import { CannotOpenStore } from '../ports/store.ts';
import { sql } from '../shared/queries.ts';

/** The mark's parts. Differs in a restored dump, a copied database, another cluster, or after a recovery. */
const HOME = [
  "(SELECT 'store_epoch'::regclass::oid::text)",
  '(SELECT oid::text FROM pg_database WHERE datname = current_database())',
  '(SELECT system_identifier::text FROM pg_control_system())',
  // The timeline: a recovered backup or a standby that takes over begins another.
  '(SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))',
];

/** Since 1.0.0 versions are times in ms; smaller ones are not. */
const OLDEST_TIME = Date.UTC(2020, 0);

/** In ms: a standby that took over still sends what fell due within this time. */
const OUTAGE_MS = 10 * MINUTE_MS;

// The first process begins the epoch. A backup's overdue notices were sent since, or cancelled; if only the
// timeline differs, it may be a standby, which lacks nothing.
const BEGIN = `WITH before AS (SELECT epoch, mark, restored_at, restored_from FROM store_epoch FOR UPDATE), begun AS (
    UPDATE store_epoch SET epoch = $2, mark = $1,
      restored_at = CASE WHEN before.epoch <> '' THEN $5 ELSE store_epoch.restored_at END,
      restored_from = CASE WHEN before.epoch <> '' THEN last.version ELSE store_epoch.restored_from END
    FROM before, (SELECT max(version) AS version FROM households) last WHERE before.mark <> $1
    RETURNING store_epoch.epoch, store_epoch.restored_at, store_epoch.restored_from,
      before.epoch AS former, before.mark AS left_mark
  ), dropped AS (
    DELETE FROM notices USING begun WHERE former <> ''
      AND due_at <= CASE WHEN regexp_replace(left_mark, '[^.]*$', '') = regexp_replace($1, '[^.]*$', '') THEN $4 ELSE $3 END
  )
  SELECT epoch, restored_at, restored_from FROM begun
  UNION ALL SELECT epoch, restored_at, restored_from FROM before WHERE NOT EXISTS (SELECT FROM begun)`;

export async function movedAwayWarning(client: ClientBase): Promise<string | undefined> {
  const { rows } = await client.query("SELECT obj_description(to_regclass('store_epoch')) AS comment");
  return rows[0]?.comment === MOVED ? movedAway(GO_ON_HERE) : undefined;
}

/** The home of a database that a move is filling. */
export const MOVING = 'moving';

/** A comment on the epoch's table needs no migration. */
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

export class SharedEpoch {
  id: Id = '';
  /** Includes takeovers by a standby. */
  restored: Restored | undefined;
  /** SQL of the home's parts that this PostgreSQL reports. */
  #home = '';

  async open(client: ClientBase): Promise<void> {
    const parts: string[] = [];
    for (const part of HOME) parts.push((await isTold(client, part)) ? part : "''");
    this.#home = parts.join(" || '.' || ");
    await this.check(client);
  }

  /** Call it on each new connection first: another database may have replaced the previous one. */
  async check(client: ClientBase): Promise<void> {
    const { rows } = await client.query<EpochRow & { mark: string; here: string }>(
      `SELECT epoch, mark, restored_at, restored_from, ${this.#home} AS here FROM store_epoch`,
    );
    const [row] = rows;
    if (!row) throw new Error('the database has no epoch');
    if (row.mark === MOVING) throw new CannotOpenStore(UNFINISHED_MOVE);
    const {
      epoch,
      restored_at: at,
      restored_from: from,
    } = row.mark === row.here ? row : await begin(client, row.here);
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

/** No privilege, no such function, not supported, not in this state. */
const UNTOLD: readonly unknown[] = ['42501', '42883', '0A000', '55000'];

/** Some hosted PostgreSQL report fewer parts. Throws on any other error, which will pass. */
async function isTold(client: ClientBase, part: string): Promise<boolean> {
  try {
    await client.query(`SELECT ${part}`);
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && UNTOLD.includes(error.code)) return false;
    throw error;
  }
}

export const leaveHome = sql("UPDATE store_epoch SET mark = ''");
