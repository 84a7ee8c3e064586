/**
 * A hash that was given once stays when its link is over, and nothing with it: whoever saw the secret cannot give it again. That of
 * an invitation is there from the beginning.
 */
export const ninthSchema = `
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
CREATE TABLE after_restore (
  household INTEGER NOT NULL REFERENCES households (number) ON DELETE CASCADE,
  child TEXT NOT NULL,
  key TEXT NOT NULL, -- the kind of row, then a path or an op
  body TEXT NOT NULL, -- as JSON
  PRIMARY KEY (household, child, key)
) STRICT, WITHOUT ROWID;
ALTER TABLE store_epoch ADD COLUMN restored_at INTEGER; -- in ms since 1970; null if never
ALTER TABLE store_epoch ADD COLUMN restored_from INTEGER; -- the last change that the backup held
`;
