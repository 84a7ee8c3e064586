import type { MovedTable } from '../ports/moving.ts';
import { sql } from '../shared/queries.ts';

// SQLite: a row `h` of households that is not being deleted, for then it has no name any more.
const IS_NAMED = "h.id NOT LIKE '~%'";
const OF_HOUSEHOLD = `JOIN households h ON h.number = t.household AND ${IS_NAMED}`;

/** Returns a column of a row of a batch, which is JSON, in SQLite. */
export const cellOf = (column: string) => `r.value ->> '${column}'`;
/** The rows of a batch in SQLite, each with its household's row `h`. */
export const ROWS = `FROM json_each($1) r CROSS JOIN households h ON h.id = ${cellOf('household')}`;

function cellsOf(columns: string): string {
  return columns.split(', ').map(cellOf).join(', ');
}

function tableOf(
  name: string,
  columns: string,
  read: MovedTable['read'],
  write: MovedTable['write'],
): MovedTable {
  return { name, columns: columns.split(', '), read, write };
}

function populate(name: string, columns: string): string {
  return `INSERT INTO ${name} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${name}, $1)`;
}

/** A table that is the same in both stores. */
function alike(name: string, columns: string): MovedTable {
  return tableOf(
    name,
    columns,
    sql(`SELECT ${columns} FROM ${name}`),
    sql(
      populate(name, columns),
      `INSERT INTO ${name} (${columns}) SELECT ${cellsOf(columns)} FROM json_each($1) r`,
    ),
  );
}

/** A table whose rows begin with their household, if they have one: its id, and its number in SQLite. */
function ofHousehold(name: string, others: string): MovedTable {
  const columns = `household, ${others}`;
  return tableOf(
    name,
    columns,
    sql(
      `SELECT ${columns} FROM ${name}`,
      `SELECT h.id AS household, ${others} FROM ${name} t LEFT JOIN households h ON h.number = t.household
       WHERE t.household IS NULL OR ${IS_NAMED}`,
    ),
    sql(
      populate(name, columns),
      `INSERT INTO ${name} (${columns}) SELECT h.number, ${cellsOf(others)}
       FROM json_each($1) r LEFT JOIN households h ON h.id = ${cellOf('household')}`,
    ),
  );
}

/**
 * All tables, each after those to which its rows refer. A column that a migration adds is named here, or is derived, or a test
 * fails.
 */
export const MOVED_TABLES: readonly MovedTable[] = [
  tableOf(
    'households',
    'id, version, floor, sizes',
    sql(
      'SELECT id, version, floor, sizes FROM households',
      `SELECT id, version, floor, sizes FROM households h WHERE ${IS_NAMED}`,
    ),
    sql(
      populate('households', 'id, version, floor, sizes'),
      `INSERT INTO households (id, version, floor, sizes, number) SELECT ${cellsOf('id, version, floor, sizes')},
         (SELECT coalesce(max(number), 0) FROM households) + row_number() OVER (ORDER BY key) FROM json_each($1) r`,
    ),
  ),
  tableOf(
    'documents',
    'household, path, version, body, visitor, start, open',
    sql(
      `SELECT household, path, version, body, visitor, start, CASE WHEN body IS NOT NULL THEN open::int END AS open
       FROM documents`,
      // An open visit's body ends with blanks (save.ts).
      `SELECT h.id AS household, path, t.version, body, NULL AS visitor, NULL AS start, NULL AS open
         FROM people t ${OF_HOUSEHOLD}
       UNION ALL SELECT h.id, path, t.version, rtrim(body, ' '), visitor, start, iif(body IS NULL, NULL, open)
         FROM visits t ${OF_HOUSEHOLD}`,
    ),
    sql(
      // A tombstone counts as closed (save.ts).
      `INSERT INTO documents (household, path, version, body, visitor, start, open)
       SELECT household, path, version, body, visitor, start, CASE WHEN body IS NULL THEN FALSE ELSE open = 1 END
       FROM json_to_recordset($1)
         AS r (household text, path text, version bigint, body text, visitor text, start text, open int)`,
      `INSERT INTO visits (household, path, version, body, open, start, visitor)
       SELECT h.number, ${cellsOf('path, version, body, open, start, visitor')} ${ROWS}`,
    ),
  ),
  ofHousehold('purges', 'path'),
  tableOf(
    'devices',
    'household, device, last_sequence',
    sql(
      // In SQLite the devices that wrote last stand last.
      'SELECT household, device, last_sequence FROM devices ORDER BY household, last_sequence, device',
      `SELECT h.id AS household, value ->> 0 AS device, value ->> 1 AS last_sequence
       FROM households h, json_each(h.devices) WHERE ${IS_NAMED}`,
    ),
    sql(
      populate('devices', 'household, device, last_sequence'),
      // Those of a household may come in two batches.
      `UPDATE households
       SET devices = substr(devices, 1, length(devices) - 1) || iif(devices = '[]', '', ',') || added.list || ']'
       FROM (
         SELECT ${cellOf('household')} AS household,
           group_concat(json_array(${cellOf('device')}, ${cellOf('last_sequence')}), ',' ORDER BY key) AS list
         FROM json_each($1) r GROUP BY 1
       ) AS added WHERE added.household = households.id`,
    ),
  ),
  // `recorded_at` in ms since 1970; `outcome` as JSON, without the op (move.ts).
  tableOf(
    'outcomes',
    'household, op, recorded_at, outcome',
    sql(
      `SELECT household, op, recorded_at, version, outcome FROM outcomes WHERE version IS NOT NULL OR outcome IS NOT NULL`,
      `SELECT h.id AS household, op, recorded_at, t.version, outcome FROM outcomes t ${OF_HOUSEHOLD}
       WHERE t.version IS NOT NULL OR outcome IS NOT NULL`,
    ),
    sql(
      populate('outcomes', 'household, op, recorded_at, version, outcome'),
      `INSERT INTO outcomes (household, op, recorded_at, version, outcome)
       SELECT h.number, ${cellsOf('op, recorded_at, version, outcome')} ${ROWS}`,
    ),
  ),
  // Taps of which a notice was sent; `at` in ms since 1970: when the outcome was recorded, else when it was sent.
  tableOf(
    'sent_notices',
    'household, about, at',
    sql(
      'SELECT household, op AS about, recorded_at AS at FROM outcomes WHERE notified',
      `SELECT h.id AS household, op AS about, recorded_at AS at FROM outcomes t ${OF_HOUSEHOLD} WHERE notified = 1`,
    ),
    sql(
      `INSERT INTO outcomes (household, op, recorded_at, notified)
       SELECT household, about, at, TRUE FROM json_to_recordset($1) AS r (household text, about text, at bigint)
       ON CONFLICT (household, op) DO UPDATE SET notified = TRUE`,
      `INSERT INTO outcomes (household, op, recorded_at, notified) SELECT h.number, ${cellsOf('about, at')}, 1 ${ROWS}
       WHERE true ON CONFLICT DO UPDATE SET notified = 1`,
    ),
  ),
  // Those that wait, or were being sent; `place` counts them in a household, the earliest first.
  tableOf(
    'notices',
    'household, place, about, kind, message, due_at, taken, attempts',
    sql(
      `SELECT household, row_number() OVER (PARTITION BY household ORDER BY number) AS place,
         about, kind, message, due_at, taken::int AS taken, attempts
       FROM notices ORDER BY household, number`,
      `SELECT h.id AS household, row_number() OVER (PARTITION BY t.household ORDER BY t.id) AS place,
         about, kind, message, due_at, taken, attempts
       FROM notices t ${OF_HOUSEHOLD} ORDER BY t.household, t.id`,
    ),
    sql(
      // Numbered in their household, after those before.
      `WITH batch AS MATERIALIZED (
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
      `INSERT INTO notices (household, about, kind, message, due_at, taken, attempts)
       SELECT h.number, ${cellsOf('about, kind, message, due_at, taken, attempts')} ${ROWS} ORDER BY r.key`,
    ),
  ),
  ofHousehold('visit_links', 'hash, path, made_at'),
  ofHousehold('after_restore', 'child, key, body'),
  alike('refused_numbers', 'key'),
  alike(
    'accounts',
    'uid, household, email, email_key, password_hash, created_at, email_verified_at, passkey_required_at',
  ),
  alike('sessions', 'token_hash, uid, created_at, expires_at, id, name, seen_at, proven_at'),
  alike('tickets', 'hash, kind, uid, body, expires_at'),
  alike('credentials', 'kind, key, uid, body, created_at'),
  alike('attempts', 'key, full_at'),
  alike('activity', 'uid, key, at, times, body, expires_at'),
  alike('secrets', 'name, value'),
];
