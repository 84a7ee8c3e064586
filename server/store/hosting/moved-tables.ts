import type { MovedTable } from '../ports/moving.ts';
import { sql } from '../shared/queries.ts';

/** Returns columns of a row of a batch, which is JSON, in SQLite. */
export function cellsOf(columns: string): string {
  return columns
    .split(', ')
    .map((column) => `r.value ->> '${column}'`)
    .join(', ');
}

/** The rows of a batch in SQLite, each with its household's row `h`. */
export const ROWS = `FROM json_each($1) r CROSS JOIN households h ON h.id = ${cellsOf('household')}`;

// SQLite: a household that is not being deleted, for then it has no name any more.
const IS_NAMED = "h.id NOT LIKE '~%'";
const OF_HOUSEHOLD = `JOIN households h ON h.number = t.household AND ${IS_NAMED}`;

const RESTORE = 'SELECT restored_at, restored_from FROM store_epoch WHERE restored_at IS NOT NULL';

interface Texts {
  read?: string;
  write?: string;
}

/** A table as both stores have it, but for what one of them keeps in another form. */
function table(name: string, columns: string, sqlite: Texts = {}, postgres: Texts = {}): MovedTable {
  const read = postgres.read ?? `SELECT ${columns} FROM ${name}`;
  const insert = `INSERT INTO ${name} (${columns})`;
  return {
    name,
    columns: columns.split(', '),
    read: sql(read, sqlite.read ?? read),
    write: sql(
      postgres.write ?? `${insert} SELECT ${columns} FROM json_populate_recordset(NULL::${name}, $1)`,
      sqlite.write ?? `${insert} SELECT ${cellsOf(columns)} FROM json_each($1) r`,
    ),
  };
}

/** A table whose rows begin with their household, if they have one: its id, and its number in SQLite. */
function ofHousehold(name: string, others: string): MovedTable {
  return table(name, `household, ${others}`, {
    read: `SELECT h.id AS household, ${others} FROM ${name} t LEFT JOIN households h ON h.number = t.household
      WHERE t.household IS NULL OR ${IS_NAMED}`,
    write: `INSERT INTO ${name} (household, ${others}) SELECT h.number, ${cellsOf(others)}
      FROM json_each($1) r LEFT JOIN households h ON h.id = ${cellsOf('household')}`,
  });
}

/**
 * All tables, each after those to which its rows refer. A column that a migration adds is named here, or is derived, or a test
 * fails.
 */
export const MOVED_TABLES: readonly MovedTable[] = [
  table('households', 'id, version, floor, sizes', {
    read: `SELECT id, version, floor, sizes FROM households h WHERE ${IS_NAMED}`,
    write: `INSERT INTO households (id, version, floor, sizes, number) SELECT ${cellsOf('id, version, floor, sizes')},
      (SELECT coalesce(max(number), 0) FROM households) + row_number() OVER (ORDER BY key) FROM json_each($1) r`,
  }),
  table(
    'documents',
    'household, path, version, body, visitor, start, open',
    {
      // An open visit's body ends with blanks (save.ts).
      read: `SELECT h.id AS household, path, t.version, body, NULL AS visitor, NULL AS start, NULL AS open
          FROM people t ${OF_HOUSEHOLD}
        UNION ALL SELECT h.id, path, t.version, rtrim(body, ' '), visitor, start, iif(body IS NULL, NULL, open)
          FROM visits t ${OF_HOUSEHOLD}`,
      // Those that are visits (ends.ts).
      write: `INSERT INTO visits (household, path, version, body, open, start, visitor)
        SELECT h.number, ${cellsOf('path, version, body, open, start, visitor')} ${ROWS}`,
    },
    {
      read: `SELECT household, path, version, body, visitor, start, CASE WHEN body IS NOT NULL THEN open::int END AS open
        FROM documents`,
      // A tombstone counts as closed (save.ts).
      write: `INSERT INTO documents (household, path, version, body, visitor, start, open)
        SELECT household, path, version, body, visitor, start, CASE WHEN body IS NULL THEN FALSE ELSE open = 1 END
        FROM json_to_recordset($1)
          AS r (household text, path text, version bigint, body text, visitor text, start text, open int)`,
    },
  ),
  ofHousehold('purges', 'path'),
  table(
    'devices',
    'household, device, last_sequence',
    {
      read: `SELECT h.id AS household, value ->> 0 AS device, value ->> 1 AS last_sequence
        FROM households h, json_each(h.devices) WHERE ${IS_NAMED}`,
      // Those of a household may come in two batches.
      write: `UPDATE households
        SET devices = substr(devices, 1, length(devices) - 1) || iif(devices = '[]', '', ',') || added.list || ']'
        FROM (
          SELECT ${cellsOf('household')} AS household,
            group_concat(json_array(${cellsOf('device, last_sequence')}), ',' ORDER BY key) AS list
          FROM json_each($1) r GROUP BY 1
        ) AS added WHERE added.household = households.id`,
    },
    // In SQLite the devices that wrote last stand last.
    {
      read: 'SELECT household, device, last_sequence FROM devices ORDER BY household, last_sequence, device',
    },
  ),
  // `recorded_at` in ms since 1970; `outcome` as JSON, without the op (move.ts).
  table(
    'outcomes',
    'household, op, recorded_at, outcome',
    {
      read: `SELECT h.id AS household, op, recorded_at, t.version, outcome FROM outcomes t ${OF_HOUSEHOLD}
        WHERE t.version IS NOT NULL OR outcome IS NOT NULL`,
      write: `INSERT INTO outcomes (household, op, recorded_at, version, outcome)
        SELECT h.number, ${cellsOf('op, recorded_at, version, outcome')} ${ROWS}`,
    },
    {
      read: `SELECT household, op, recorded_at, version, outcome FROM outcomes
        WHERE version IS NOT NULL OR outcome IS NOT NULL`,
      write: `INSERT INTO outcomes (household, op, recorded_at, version, outcome)
        SELECT household, op, recorded_at, version, outcome FROM json_populate_recordset(NULL::outcomes, $1)`,
    },
  ),
  // Taps of which a notice was sent; `at` in ms since 1970: when the outcome was recorded, else when it was sent.
  table(
    'sent_notices',
    'household, about, at',
    {
      read: `SELECT h.id AS household, op AS about, recorded_at AS at FROM outcomes t ${OF_HOUSEHOLD} WHERE notified = 1`,
      write: `INSERT INTO outcomes (household, op, recorded_at, notified) SELECT h.number, ${cellsOf('about, at')}, 1 ${ROWS}
        WHERE true ON CONFLICT DO UPDATE SET notified = 1`,
    },
    {
      read: 'SELECT household, op AS about, recorded_at AS at FROM outcomes WHERE notified',
      write: `INSERT INTO outcomes (household, op, recorded_at, notified)
        SELECT household, about, at, TRUE FROM json_to_recordset($1) AS r (household text, about text, at bigint)
        ON CONFLICT (household, op) DO UPDATE SET notified = TRUE`,
    },
  ),
  // Those that wait, or were being sent; `place` counts them in a household, the earliest first.
  table(
    'notices',
    'household, place, about, kind, message, due_at, taken, attempts',
    {
      read: `SELECT h.id AS household, row_number() OVER (PARTITION BY t.household ORDER BY t.id) AS place,
          about, kind, message, due_at, taken, attempts
        FROM notices t ${OF_HOUSEHOLD} ORDER BY t.household, t.id`,
      write: `INSERT INTO notices (household, about, kind, message, due_at, taken, attempts)
        SELECT h.number, ${cellsOf('about, kind, message, due_at, taken, attempts')} ${ROWS} ORDER BY r.key`,
    },
    {
      read: `SELECT household, row_number() OVER (PARTITION BY household ORDER BY number) AS place,
          about, kind, message, due_at, taken::int AS taken, attempts
        FROM notices ORDER BY household, number`,
      // Numbered in their household, after those before.
      write: `WITH batch AS MATERIALIZED (
          SELECT *, row_number() OVER (PARTITION BY household ORDER BY place) AS next FROM json_to_recordset($1)
            AS r (household text, place int, about text, kind text, message text, due_at text, taken int, attempts int)
        ), raised AS (
          UPDATE households h SET last_notice = last_notice + many
          FROM (SELECT household, count(*) AS many FROM batch GROUP BY household) AS counted
          WHERE h.id = counted.household RETURNING h.id AS household, last_notice - many AS former
        )
        INSERT INTO notices (household, about, number, kind, message, due_at, taken, attempts)
        SELECT household, about, former + next, kind, message, due_at, taken = 1, attempts
        FROM batch JOIN raised USING (household)`,
    },
  ),
  ofHousehold('visit_links', 'hash, path, made_at'),
  ofHousehold('after_restore', 'child, key, body'),
  ofHousehold('alerts', 'about, kind, due_at, attempts, body'),
  table('followers', 'id, host, visitor, name, home, asked_at, agreed_at, link_made_at, refused_at', {
    read: `SELECT t.id, h.id AS host, visitor, name, o.id AS home, asked_at, agreed_at, link_made_at, refused_at
      FROM followers t JOIN households h ON h.number = t.host AND ${IS_NAMED} JOIN households o ON o.number = t.home`,
    write: `INSERT INTO followers (id, host, visitor, name, home, asked_at, agreed_at, link_made_at, refused_at)
      SELECT ${cellsOf('id')}, h.number, ${cellsOf('visitor, name')}, o.number,
        ${cellsOf('asked_at, agreed_at, link_made_at, refused_at')}
      FROM json_each($1) r CROSS JOIN households h ON h.id = ${cellsOf('host')} CROSS JOIN households o ON o.id = ${cellsOf('home')}`,
  }),
  table('refused_numbers', 'key'),
  table(
    'accounts',
    'uid, household, email, email_key, password_hash, created_at, email_verified_at, passkey_required_at',
  ),
  table('sessions', 'token_hash, uid, created_at, expires_at, id, name, seen_at, proven_at'),
  table('push_devices', 'session, endpoint, p256dh, auth, taps, since, handed_at, failure'),
  table('tickets', 'hash, kind, uid, body, expires_at'),
  table('credentials', 'kind, key, uid, body, created_at'),
  table('attempts', 'key, full_at'),
  table('activity', 'uid, key, at, times, body, expires_at'),
  table('secrets', 'name, value'),
  // The latest restore, if there was one: what must be agreed anew after it waits for that also elsewhere. The row is there.
  table(
    'store_epoch',
    'restored_at, restored_from',
    {
      read: RESTORE,
      write: `UPDATE store_epoch SET (restored_at, restored_from) = (${cellsOf('restored_at, restored_from')}) FROM json_each($1) r`,
    },
    {
      read: RESTORE,
      write: `UPDATE store_epoch SET restored_at = r.restored_at, restored_from = r.restored_from
        FROM json_to_recordset($1) AS r (restored_at bigint, restored_from bigint)`,
    },
  ),
];
