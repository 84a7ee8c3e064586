import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Households of 500 visits each; a visit takes about 1.4 kB with its indexes and outcomes. */
const VISITS = 500;
const BYTES_PER_HOUSEHOLD = VISITS * 1350;

/** Ids of 26 letters, as the server makes them; each of its uses makes another. */
const ID = 'lower(hex(randomblob(13)))';

/** Their numbers follow that of the family in the fixture. */
const FAMILIES = `
WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < :households)
  INSERT INTO households (id, version, number, devices, sizes) SELECT printf('household%09d', n), 2 * :visits + 2, n + 1,
    json_array(json_array('phone00000000000000000000', 2 * :visits)), '[["child00000000000000000000",1,0]]' FROM number;
`;
const VISIT = `
CREATE TEMP TABLE visit AS WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < :visits)
  SELECT households.number AS household, n, ${ID} AS came, ${ID} AS went,
    strftime('%Y-%m-%dT%H:%M:%fZ', :since, (n * 9) || ' hours') AS at
  FROM households CROSS JOIN number WHERE id GLOB 'household*';
`;
const ROWS = `
INSERT INTO people (household, path, version, body)
  SELECT number, 'children/child00000000000000000000', 1,
    json_object('name', 'Kim', 'birthDate', '2018-05-04', 'createdAt', '2025-01-01T00:00:00.000Z') FROM households WHERE id GLOB 'household*';
INSERT INTO people (household, path, version, body)
  SELECT number, 'children/child00000000000000000000/friends/friend0000000000000000000', version - 1,
    json_object('name', 'Ella', 'parentPhone', '070-123 45 67', 'createdAt', '2025-01-01T00:00:00.000Z', 'status', 'out') FROM households WHERE id GLOB 'household*';
INSERT INTO visits (household, path, version, body, visitor, start, open)
  SELECT household, 'children/child00000000000000000000/visits/' || came, 2 * n + 1,
    json_object('visitor', json_object('kind', 'friend', 'id', 'friend0000000000000000000', 'name', 'Ella'), 'open', json('false'),
      'arrived', json_object('at', at, 'tappedAt', at, 'receivedAt', at, 'zone', 'Europe/Stockholm', 'certainty', 'exact',
        'by', 'parent0000000000000000000', 'device', 'phone00000000000000000000', 'op', came),
      'left', json_object('at', at, 'tappedAt', at, 'receivedAt', at, 'zone', 'Europe/Stockholm', 'certainty', 'exact',
        'by', 'parent0000000000000000000', 'device', 'phone00000000000000000000', 'op', went), 'corrections', json('[]')),
    'children/child00000000000000000000/friends/friend0000000000000000000', at, 0 FROM visit;
INSERT INTO accounts (uid, household, email, email_key, password_hash, created_at)
  SELECT 'parent' || id, id, id || '@example.org', id || '@example.org', '', '2025-01-01T00:00:00.000Z' FROM households WHERE id GLOB 'household*';
INSERT INTO people (household, path, version, body)
  SELECT households.number, 'profiles/' || uid, 1, json_object('username', 'astrid', 'email', email, 'role', 'user',
    'createdAt', created_at, 'firstName', 'Astrid', 'lastName', 'Lindgren', 'notifications', json('true'), 'language', 'sv',
    'updatedAt', created_at) FROM accounts JOIN households ON households.id = accounts.household WHERE uid GLOB 'parenthousehold*';
INSERT INTO sessions (token_hash, uid, created_at, expires_at, id, name, seen_at, proven_at)
  SELECT ${ID}, uid, created_at, '2099-01-01T00:00:00.000Z', ${ID}, 'Chrome', created_at, created_at
  FROM accounts WHERE uid GLOB 'parenthousehold*';
INSERT INTO outcomes (op, household, recorded_at, version, notified)
  SELECT op, household, unixepoch(at) * 1000, 2 * n + 1, 1
  FROM (SELECT household, came AS op, n, at FROM visit UNION ALL SELECT household, went, n, at FROM visit) ORDER BY op;
`;

/** Writes a database of the baseline with about so many bytes, as a host with many families has it. */
export function writeLargeDatabase(file: string, bytes: number): void {
  writeHouseholds(file, { households: Math.ceil(bytes / BYTES_PER_HOUSEHOLD) });
}

/** Writes a database of the baseline with so many households, and visits in each; `since` is the day of the first ones. */
export function writeHouseholds(
  file: string,
  {
    households,
    visits = VISITS,
    since = '2025-01-01',
  }: { households: number; visits?: number; since?: string },
): void {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000');
  db.exec(readFileSync(new URL('../../tests/fixtures/baseline.sqlite.sql', import.meta.url), 'utf8'));
  // The indexes are made at the end, as one makes those of a large table.
  const indexes = db
    .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'visits' AND sql <> ''")
    .all();
  for (const { name } of indexes) db.exec(`DROP INDEX ${name}`);
  db.prepare(FAMILIES).run({ households, visits });
  db.prepare(VISIT).run({ visits, since });
  db.exec(ROWS);
  for (const { sql } of indexes) db.exec(String(sql));
  db.close();
}
