import {
  accountTables,
  currentTables,
  dividedTables,
  householdTables,
  tableIn,
  toSqliteTables,
} from '../../schema/tables.ts';

/** Those of the current schema, which are what they were. */
const unchanged = (...names: string[]) =>
  toSqliteTables(names.map((name) => tableIn(currentTables, name)).join('\n\n'));

/** The columns that schema 12 adds. */
const ADDED_TO_FOLLOWERS = /^ +(?:link_made_at|refused_at) .*\n/gm;

/** SQLite's own steps, before both stores' tables became one. Released ones never change. */
export const baselineTables = `
CREATE TABLE households (
  id TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  floor INTEGER NOT NULL DEFAULT 0, -- tombstones were purged up to this version
  number INTEGER NOT NULL DEFAULT 0,
  devices TEXT NOT NULL DEFAULT '[]', -- pairs of device and last sequence as JSON, latest last
  sizes TEXT NOT NULL DEFAULT '[]' -- child, its visitors, and those of them here, as JSON: limits cost no query and no page
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX households_by_number ON households (number);

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

${unchanged('people', 'tombstone_times', 'purges')}
${toSqliteTables(accountTables)}
-- The epoch of the database, and the mark that tells a restored copy. Filled in at the start.
CREATE TABLE store_epoch (epoch TEXT NOT NULL, mark TEXT NOT NULL) STRICT;
INSERT INTO store_epoch (epoch, mark) VALUES ('', '');
`;

/** Hashes outlive their links, so that no one who saw the secret can give it again; invitations' are added at once. */
const schema9 = `
ALTER TABLE visit_links RENAME TO former_visit_links;
DROP INDEX visit_links_by_household;
DROP INDEX visit_links_by_age;
CREATE TABLE visit_links (
  hash TEXT PRIMARY KEY,
  household INTEGER REFERENCES households (number) ON DELETE SET NULL, -- null: it leads nowhere
  path TEXT, -- of the visit
  made_at TEXT
) STRICT, WITHOUT ROWID;
INSERT INTO visit_links (hash, household, path, made_at) SELECT hash, household, path, made_at FROM former_visit_links;
INSERT OR IGNORE INTO visit_links (hash) SELECT hash FROM tickets WHERE kind = 'parent-invite';
DROP TABLE former_visit_links;
CREATE INDEX visit_links_by_household ON visit_links (household) WHERE household IS NOT NULL;
CREATE INDEX visit_links_by_age ON visit_links (made_at) WHERE household IS NOT NULL;

-- What is kept for 14 days after a restore, so that phones bring back what the backup lacked in the order it happened.
${unchanged('after_restore')}
ALTER TABLE store_epoch ADD COLUMN restored_at INTEGER; -- in ms since 1970; null if never
ALTER TABLE store_epoch ADD COLUMN restored_from INTEGER; -- the last change that the backup held
`;

const schema10 = unchanged('alerts', 'push_devices');

const schema11 = unchanged('followers').replace(ADDED_TO_FOLLOWERS, '');

/** The refusal keeps its row for a day. */
const schema12 = `
ALTER TABLE followers ADD COLUMN link_made_at TEXT; -- null: asked before this was kept
ALTER TABLE followers ADD COLUMN refused_at TEXT; -- null: not refused
`;

/** With foreign keys off and `legacy_alter_table` on, so that references keep the name. */
function rebuilt(name: string, columns: string, { values = columns, rest = '' } = {}): string {
  const { tables, indexes, names } = dividedTables(toSqliteTables(tableIn(householdTables, name)));
  return `ALTER TABLE ${name} RENAME TO before_13;
${names.map((index) => `DROP INDEX IF EXISTS ${index};`).join('\n')}
${tables}
INSERT INTO ${name} (${columns}) SELECT ${values} FROM before_13 ${rest};

DROP TABLE before_13;

${indexes}`;
}

/** The tables of both stores (decision 0052). */
const schema13 = [
  rebuilt('households', 'number, id, version, floor, devices, sizes', { rest: 'ORDER BY number' }),
  rebuilt('visits', 'household, version, open, child, id, start, visitor, body', { rest: 'ORDER BY number' }),
  // A row without an outcome named the latest notice.
  rebuilt('outcomes', 'household, recorded_at, version, notified, op, outcome', {
    rest: 'WHERE version IS NOT NULL OR outcome IS NOT NULL OR notified = 1',
  }),
  rebuilt('notices', 'id, household, taken, attempts, about, kind, message, due_at'),
  rebuilt('visit_links', 'hash, household, child, visit, made_at', {
    values: `hash, household, substr(path, 10, instr(path, '/visits/') - 10), substr(path, instr(path, '/visits/') + 8), made_at`,
  }),
  rebuilt('followers', 'id, host, visitor, name, home, asked_at, agreed_at, link_made_at, refused_at'),
].join('\n\n');

export const BASELINE = 8;
export const ownSteps = [schema9, schema10, schema11, schema12, schema13];
