/** The sizes of a household stand in its row, which every tap reads and writes: its limits cost no query and no page. */
export const fifthSchema = `
ALTER TABLE households ADD COLUMN sizes TEXT NOT NULL DEFAULT '[]'; -- child, its visitors, and those of them here, as JSON
UPDATE households SET sizes = counted.sizes
  FROM (
    SELECT household, json_group_array(json_array(child, visitors, here) ORDER BY child) AS sizes
    FROM (
      SELECT household, substr(path, 10, instr(substr(path, 10) || '/', '/') - 1) AS child,
        count(*) - 1 AS visitors, count(body ->> '$.openVisit') AS here
      FROM people WHERE path GLOB 'children/*' AND body IS NOT NULL GROUP BY household, child
    ) GROUP BY household
  ) AS counted WHERE counted.household = households.number;

-- Security events that their parent sees, and secrets of the installation.
CREATE TABLE activity (
  uid TEXT NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
  key TEXT NOT NULL, -- what happened alike on one day shares one
  at TEXT NOT NULL, -- the last time
  times INTEGER NOT NULL,
  body TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  PRIMARY KEY (uid, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX activity_by_end ON activity (expires_at);
CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE purges ( -- removed children, of which rows are left to delete
  household INTEGER NOT NULL REFERENCES households (number) ON DELETE CASCADE,
  path TEXT NOT NULL, -- '': all of a deleted household
  PRIMARY KEY (household, path)
) STRICT, WITHOUT ROWID;

-- The epoch of the database, and the mark by which a restored copy is told. Filled in at the start.
CREATE TABLE store_epoch (epoch TEXT NOT NULL, mark TEXT NOT NULL) STRICT;
INSERT INTO store_epoch (epoch, mark) VALUES ('', '');
`;
