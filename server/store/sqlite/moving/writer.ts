import type { DatabaseSync } from 'node:sqlite';
import type { Visit } from '#domain/documents.ts';
import type { Path } from '#domain/paths.ts';
import { storedOutcome } from '../../hosting/move-rows.ts';
import type { MovedRow } from '../../ports/moving.ts';
import { isVisitPath } from '../../shared/visit-links.ts';
import { write } from '../connection/connection.ts';
import { paddedBody } from '../household/save.ts';
import { type PlainTable, plainTables } from './tables.ts';

type WriteRows = (rows: readonly MovedRow[]) => void;

/** The rows of a batch, each with its household's row `h`. */
const ROWS = "FROM json_each(?) r CROSS JOIN households h ON h.id = r.value ->> 'household'";

/** Returns a column of a row of a batch. */
const of = (column: string) => `r.value ->> '${column}'`;

const DOCUMENT = ['path', 'version', 'body'];
const VISIT = [...DOCUMENT, 'open', 'start', 'visitor'];

/** Prepares the writing of batches of rows, by the name of their table. */
export function rowWriters(db: DatabaseSync): ReadonlyMap<string, WriteRows> {
  return new Map<string, WriteRows>([
    ...plainTables(db).map((table) => [table.name, into(db, plainInsert(table))] as const),
    ['documents', documentRows(db)],
    ['devices', into(db, ADD_DEVICES)],
    ['outcomes', outcomeRows(db)],
    ['sent_notices', into(db, REMEMBER_SENT)],
    ['notices', into(db, ADD_NOTICES)],
  ]);
}

function into(db: DatabaseSync, sql: string): WriteRows {
  const run = write(db, sql);
  return (rows) => void run(JSON.stringify(rows));
}

function plainInsert({ name, columns, numbers }: PlainTable): string {
  const names = Object.keys(columns);
  if (name === 'households')
    return `INSERT INTO households (${names.join(', ')}, number)
      SELECT ${names.map(of).join(', ')}, (SELECT coalesce(max(number), 0) FROM households) + row_number() OVER (ORDER BY key)
      FROM json_each(?) r`;
  const [number] = numbers;
  const cells = names.map((column) => (column === number ? 'h.number' : of(column)));
  const rows =
    number === undefined
      ? 'FROM json_each(?) r'
      : `FROM json_each(?) r LEFT JOIN households h ON h.id = ${of(number)}`;
  return `INSERT INTO "${name}" (${names.map((column) => `"${column}"`).join(', ')}) SELECT ${cells.join(', ')} ${rows}`;
}

function documentRows(db: DatabaseSync): WriteRows {
  const insert = (table: string, columns: readonly string[]) =>
    into(
      db,
      `INSERT INTO ${table} (household, ${columns.join(', ')}) SELECT h.number, ${columns.map(of).join(', ')} ${ROWS}`,
    );
  const [people, visits] = [insert('people', DOCUMENT), insert('visits', VISIT)];
  return (rows) => {
    const [others, ofVisits] = [false, true].map((isVisit) =>
      rows.filter(({ path }) => isVisitPath(path as Path) === isVisit),
    );
    if (others?.length) people(others);
    if (ofVisits?.length) visits(ofVisits.map(visitRow));
  };
}

function visitRow(row: MovedRow): MovedRow {
  if (row.open !== 1 || typeof row.body !== 'string') return row;
  return { ...row, body: paddedBody(row.body, JSON.parse(row.body) as Visit) };
}

// The devices that wrote last stand last; those of a household may come in two batches.
const ADD_DEVICES = `UPDATE households
  SET devices = substr(devices, 1, length(devices) - 1) || iif(devices = '[]', '', ',') || added.list || ']'
  FROM (
    SELECT ${of('household')} AS household,
      group_concat(json_array(${of('device')}, ${of('last_sequence')}), ',' ORDER BY key) AS list
    FROM json_each(?) r GROUP BY 1
  ) AS added WHERE added.household = households.id`;

function outcomeRows(db: DatabaseSync): WriteRows {
  const insert = into(
    db,
    `INSERT INTO outcomes (household, op, recorded_at, version, outcome)
     SELECT h.number, ${of('op')}, ${of('recorded_at')}, ${of('version')}, ${of('outcome')} ${ROWS}`,
  );
  return (rows) => insert(rows.map(storedOutcome));
}

const REMEMBER_SENT = `INSERT INTO outcomes (household, op, recorded_at, notified)
  SELECT h.number, ${of('about')}, ${of('at')}, 1 ${ROWS} WHERE true
  ON CONFLICT DO UPDATE SET notified = 1`;

const NOTICE = ['about', 'kind', 'message', 'due_at', 'taken', 'attempts'];

const ADD_NOTICES = `INSERT INTO notices (household, ${NOTICE.join(', ')})
  SELECT h.number, ${NOTICE.map(of).join(', ')} ${ROWS} ORDER BY r.key`;

/** Derives the chain of the notices about one tap, and the latest of them in the row of its outcome. */
export const CHAIN_NOTICES = `
UPDATE notices SET earlier = chain.earlier
  FROM (SELECT id, lag(id) OVER (PARTITION BY household, about ORDER BY id) AS earlier FROM notices) AS chain
  WHERE chain.id = notices.id;
INSERT INTO outcomes (household, op, recorded_at, notice)
  SELECT household, about, round(unixepoch(max(due_at), 'subsec') * 1000), max(id) FROM notices GROUP BY household, about
  ON CONFLICT DO UPDATE SET notice = excluded.notice;
`;

const TOMBSTONES = `SELECT household, version FROM people WHERE body IS NULL
  UNION SELECT household, version FROM visits INDEXED BY visits_removed WHERE body IS NULL`;

/** Derives the times of the tombstones from the outcomes of the same versions, or from the latest: the server's removals have none. */
export const DATE_TOMBSTONES = `
WITH tombstones AS MATERIALIZED (${TOMBSTONES})
INSERT INTO tombstone_times (household, version, removed_at)
  SELECT household, version, min(recorded_at) FROM outcomes CROSS JOIN tombstones USING (household, version)
  GROUP BY household, version;
INSERT OR IGNORE INTO tombstone_times (household, version, removed_at)
  SELECT household, max(version), coalesce(latest.recorded_at, 0) FROM (${TOMBSTONES})
    LEFT JOIN (SELECT household, max(recorded_at) AS recorded_at FROM outcomes GROUP BY household) AS latest USING (household)
  GROUP BY household;
`;
