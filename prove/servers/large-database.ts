import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';

/** Households of 500 visits each; a visit takes about 2.4 kB with its indexes, outcomes and notices. */
const VISITS = 500;
const BYTES_PER_HOUSEHOLD = VISITS * 2400;

/** Ids of 26 letters, as the server makes them; each of its uses makes another. */
const ID = 'lower(hex(randomblob(13)))';

const FILL = `
WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < :households)
  INSERT INTO households (id, version) SELECT printf('household%09d', n), 2 * ${VISITS} + 2 FROM number;
`;
const ROWS = `
CREATE TEMP TABLE visit AS WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${VISITS})
  SELECT id AS household, n, ${ID} AS came, ${ID} AS went, strftime('%Y-%m-%dT%H:%M:%fZ', '2025-01-01', (n * 9) || ' hours') AS at
  FROM households CROSS JOIN number;
INSERT INTO documents (household, path, version, body)
  SELECT id, 'children/child00000000000000000000/friends/friend0000000000000000000', 2 * ${VISITS} + 1,
    json_object('name', 'Ella', 'parentPhone', '070-123 45 67', 'status', 'out') FROM households;
INSERT INTO documents (household, path, version, body, visitor, start, open)
  SELECT household, 'children/child00000000000000000000/visits/' || came, 2 * n + 1,
    json_object('visitor', json_object('kind', 'friend', 'id', 'friend0000000000000000000', 'name', 'Ella'), 'open', json('false'),
      'arrived', json_object('at', at, 'tappedAt', at, 'receivedAt', at, 'zone', 'Europe/Stockholm', 'certainty', 'exact',
        'by', 'parent0000000000000000000', 'device', 'phone00000000000000000000', 'op', came),
      'left', json_object('at', at, 'tappedAt', at, 'receivedAt', at, 'zone', 'Europe/Stockholm', 'certainty', 'exact',
        'by', 'parent0000000000000000000', 'device', 'phone00000000000000000000', 'op', went), 'corrections', json('[]')),
    'children/child00000000000000000000/friends/friend0000000000000000000', at, 0 FROM visit;
INSERT INTO devices (household, device, last_sequence) SELECT id, 'phone00000000000000000000', 2 * ${VISITS} FROM households;
INSERT INTO outcomes (household, op, device, sequence, outcome, recorded_at)
  SELECT household, op, 'phone00000000000000000000', 2 * n, json_object('op', op, 'result', 'done', 'version', 2 * n + 1), at
  FROM (SELECT household, came AS op, n, at FROM visit UNION ALL SELECT household, went, n, at FROM visit) ORDER BY household, op;
INSERT INTO notices (household, about, kind, due_at, sent_at) SELECT household, came, 'first', at, at FROM visit;
INSERT INTO notices (household, about, kind, due_at, sent_at) SELECT household, went, 'first', at, at FROM visit;
`;

/** Rewrites a database without the free pages that a migration left. */
export function shrink(file: string): void {
  const db = new DatabaseSync(file);
  db.exec('VACUUM');
  db.close();
}

/** Writes a database of schema 3 with about so many bytes, as a host with many families has it. */
export function writeLargeDatabase(file: string, bytes: number): void {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000');
  for (const schema of [1, 2, 3]) {
    const fixture = new URL(`../../tests/fixtures/schema-${schema}.sqlite.sql`, import.meta.url);
    db.exec(readFileSync(fileURLToPath(fixture), 'utf8'));
  }
  // The indexes are made at the end, as one makes those of a large table.
  const indexes = db
    .prepare(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name IN ('documents', 'notices') AND sql <> ''",
    )
    .all();
  for (const { name } of indexes) db.exec(`DROP INDEX ${name}`);
  db.prepare(FILL).run({ households: Math.ceil(bytes / BYTES_PER_HOUSEHOLD) });
  db.exec(ROWS);
  for (const { sql } of indexes) db.exec(String(sql));
  db.close();
}
