/**
 * A tap writes as few pages as it can. Households have a number, which leads every key, and hold the last sequence of each
 * device; documents are split into people, clustered by household, and visits, appended with thin indexes. An outcome is a
 * few columns, and notices are a queue: the outcome of its tap finds one that waits, and alone remembers one that was sent.
 *
 * The order limits how far the file grows: what is dropped makes room for what follows.
 */
export const fourthSchema = `
ALTER TABLE households ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
ALTER TABLE households ADD COLUMN devices TEXT NOT NULL DEFAULT '[]'; -- pairs of device and last sequence as JSON, latest last
UPDATE households SET number = numbered.number, devices = coalesce(
    (SELECT json_group_array(json_array(device, last_sequence) ORDER BY last_sequence) FROM devices
      WHERE household = numbered.id), '[]')
  FROM (SELECT id, row_number() OVER (ORDER BY id) AS number FROM households) AS numbered WHERE numbered.id = households.id;
CREATE UNIQUE INDEX households_by_number ON households (number);
DROP TABLE devices;

DROP INDEX documents_by_version;
DROP INDEX visits_by_visitor;
DROP INDEX visits_closed;
DROP INDEX documents_present;
DROP INDEX removals;

CREATE TABLE visits (
  number INTEGER PRIMARY KEY,
  household INTEGER NOT NULL REFERENCES households (number) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  open INTEGER, -- 1 or 0; null of a tombstone
  start TEXT, -- its arrival, else its departure
  visitor TEXT, -- the path of its friend or guest
  path TEXT NOT NULL,
  body TEXT -- null: removed
) STRICT;
INSERT INTO visits (number, household, version, open, start, visitor, path, body)
  SELECT documents.rowid, households.number, documents.version, iif(body IS NULL, NULL, open), start, visitor, path, body
  FROM documents NOT INDEXED CROSS JOIN households ON id = household WHERE path GLOB '*/visits/*' ORDER BY documents.rowid;

CREATE TABLE people ( -- profiles, children, friends and guests
  household INTEGER NOT NULL REFERENCES households (number) ON DELETE CASCADE,
  path TEXT NOT NULL,
  version INTEGER NOT NULL,
  body TEXT, -- null: removed, with all that lay below
  PRIMARY KEY (household, path)
) STRICT, WITHOUT ROWID;
INSERT INTO people (household, path, version, body)
  SELECT households.number, path, documents.version, body
  FROM documents CROSS JOIN households ON id = household WHERE path NOT GLOB '*/visits/*' ORDER BY household, path;

DROP TABLE documents;

CREATE UNIQUE INDEX visits_by_path ON visits (household, path);

CREATE INDEX visits_by_version ON visits (household, version);

CREATE INDEX visits_by_visitor ON visits (household, visitor, start) WHERE visitor IS NOT NULL;

CREATE INDEX visits_open ON visits (household, visitor) WHERE open = 1;

CREATE INDEX visits_past ON visits (household, start) WHERE open = 0;

CREATE INDEX visits_removed ON visits (household, version) WHERE body IS NULL;

ALTER TABLE outcomes RENAME TO former_outcomes;
CREATE TABLE outcomes (
  household INTEGER NOT NULL REFERENCES households (number) ON DELETE CASCADE,
  op TEXT NOT NULL,
  recorded_at INTEGER NOT NULL, -- in ms since 1970
  version INTEGER, -- null of a refusal
  outcome TEXT, -- as JSON; null: done at the version
  notified INTEGER, -- 1: a notice about the op was sent
  notice INTEGER, -- the latest notice about the op; the queue may not hold it any more
  PRIMARY KEY (household, op)
) STRICT, WITHOUT ROWID;
INSERT INTO outcomes (household, op, recorded_at, version, outcome)
  SELECT households.number, op, round(unixepoch(recorded_at, 'subsec') * 1000), outcome ->> '$.version',
    iif(outcome ->> '$.result' = 'done' AND outcome ->> '$.since' IS NULL, NULL, json_remove(outcome, '$.op'))
  FROM former_outcomes CROSS JOIN households ON id = household ORDER BY household, op;

DROP TABLE former_outcomes;

-- A sent notice whose outcome was purged keeps a row without an outcome.
INSERT INTO outcomes (household, op, recorded_at, notified)
  SELECT households.number, about, round(unixepoch(sent_at, 'subsec') * 1000), 1
  FROM notices CROSS JOIN households ON households.id = household WHERE sent_at IS NOT NULL
  ON CONFLICT DO UPDATE SET notified = 1;

ALTER TABLE notices RENAME TO former_notices;
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
INSERT INTO notices (id, household, about, kind, message, due_at, taken, attempts, earlier)
  SELECT former_notices.id, households.number, about, kind, message, due_at, taken, attempts,
    (SELECT max(id) FROM former_notices earlier WHERE earlier.household = former_notices.household
      AND earlier.about = former_notices.about AND earlier.id < former_notices.id AND earlier.sent_at IS NULL)
  FROM former_notices CROSS JOIN households ON households.id = household WHERE sent_at IS NULL;
DROP TABLE former_notices;
INSERT INTO outcomes (household, op, recorded_at, notice)
  SELECT household, about, round(unixepoch(due_at, 'subsec') * 1000), id FROM notices WHERE true ORDER BY id
  ON CONFLICT DO UPDATE SET notice = excluded.notice;
CREATE INDEX notices_due ON notices (due_at);
`;
