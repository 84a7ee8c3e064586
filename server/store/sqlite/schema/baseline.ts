import { authTables } from '../../auth/tables.ts';

/**
 * Schema 8, from which all databases are migrated: an older one is refused. Households have a number, which leads every key of
 * their rows; ids of ops and visits begin with their time (makeUlid in domain/ids.ts), so they are keys that rise, and the taps
 * that a commit writes together share pages. Visits have rowids: WITHOUT ROWID made a check-in half as expensive again, because
 * of their large bodies.
 */
export const baselineSchema = `
CREATE TABLE households (
  id TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  floor INTEGER NOT NULL DEFAULT 0, -- tombstones were purged up to this version
  number INTEGER NOT NULL DEFAULT 0,
  devices TEXT NOT NULL DEFAULT '[]', -- pairs of device and last sequence as JSON, latest last
  sizes TEXT NOT NULL DEFAULT '[]' -- child, its visitors, and those of them here, as JSON: limits cost no query and no page
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX households_by_number ON households (number);

CREATE TABLE people ( -- profiles, children, friends and guests
  household INTEGER NOT NULL REFERENCES households (number) ON DELETE CASCADE,
  path TEXT NOT NULL,
  version INTEGER NOT NULL,
  body TEXT, -- null: removed, with all that lay below
  PRIMARY KEY (household, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE visits (
  number INTEGER PRIMARY KEY,
  household INTEGER NOT NULL REFERENCES households (number) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  open INTEGER, -- 1 or 0; null of a tombstone
  start TEXT, -- its arrival, else its departure
  visitor TEXT, -- the path of its friend or guest
  path TEXT NOT NULL,
  body TEXT, -- null: removed
  child TEXT AS (substr(path, 10, instr(path, '/visits/') - 10)),
  id TEXT AS (substr(path, instr(path, '/visits/') + 8)) -- of the op that made it
) STRICT;
CREATE INDEX visits_by_version ON visits (household, version);
CREATE INDEX visits_by_visitor ON visits (household, visitor, start) WHERE visitor IS NOT NULL;
CREATE INDEX visits_open ON visits (household, visitor) WHERE open = 1;
CREATE INDEX visits_past ON visits (household, start) WHERE open = 0;
CREATE INDEX visits_removed ON visits (household, version) WHERE body IS NULL;
CREATE UNIQUE INDEX visits_by_id ON visits (id, household, child);

CREATE TABLE tombstone_times (
  household INTEGER NOT NULL REFERENCES households (number) ON DELETE CASCADE,
  version INTEGER NOT NULL, -- of the latest tombstone of a commit
  removed_at INTEGER NOT NULL, -- in ms since 1970
  PRIMARY KEY (household, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE purges ( -- removed children, of which rows are left to delete
  household INTEGER NOT NULL REFERENCES households (number) ON DELETE CASCADE,
  path TEXT NOT NULL, -- '': all of a deleted household
  PRIMARY KEY (household, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE outcomes (
  op TEXT NOT NULL,
  household INTEGER NOT NULL, -- no reference, which would want an index; a deleted household's go before it (purge-removed.ts)
  recorded_at INTEGER NOT NULL, -- in ms since 1970
  version INTEGER, -- null of a refusal
  outcome TEXT, -- as JSON; null: done at the version
  notified INTEGER, -- 1: a notice about the op was sent
  notice INTEGER, -- the latest notice about the op; the queue may not hold it any more
  PRIMARY KEY (op, household)
) STRICT, WITHOUT ROWID;

CREATE TABLE notices ( -- those that wait, and those being sent
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  household INTEGER NOT NULL REFERENCES households (number) ON DELETE CASCADE,
  about TEXT NOT NULL, -- the op of the tap
  kind TEXT NOT NULL,
  message TEXT NOT NULL, -- the notice as JSON
  due_at TEXT NOT NULL, -- of a taken notice: when it may be taken again
  taken INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  earlier INTEGER -- the notice about the same tap that was being sent as this one was queued
) STRICT;
CREATE INDEX notices_due ON notices (due_at);

CREATE TABLE visit_links ( -- links lead by the hashes of their secrets to visits, whose documents say the rest
  hash TEXT PRIMARY KEY,
  household INTEGER NOT NULL REFERENCES households (number) ON DELETE CASCADE,
  path TEXT NOT NULL, -- of the visit
  made_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX visit_links_by_household ON visit_links (household);
CREATE INDEX visit_links_by_age ON visit_links (made_at);
CREATE TABLE refused_numbers (key TEXT PRIMARY KEY) STRICT, WITHOUT ROWID; -- keyed hashes

${toSqlite(authTables)}
-- The epoch of the database, and the mark that tells a restored copy. Filled in at the start.
CREATE TABLE store_epoch (epoch TEXT NOT NULL, mark TEXT NOT NULL) STRICT;
INSERT INTO store_epoch (epoch, mark) VALUES ('', '');
`;

/** Translates tables of both stores: SQLite sorts by bytes anyway, and keeps such a table as the tree of its key. */
function toSqlite(tables: string): string {
  return tables
    .replaceAll(' COLLATE "C"', '')
    .replace(/ CONSTRAINT \w+/g, '')
    .replace(/\btext\b/g, 'TEXT')
    .replace(/\b(bigint|integer)\b/g, 'INTEGER')
    .replace(/\(body::json ->> '(\w+)'\)/, "body ->> '$.$1'")
    .replaceAll('\n);', '\n) STRICT, WITHOUT ROWID;');
}
