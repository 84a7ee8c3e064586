/** As in the SQLite store: the sizes of a household stand in its row. Bodies are read as text, because jsonb refuses \u0000. */
export const fourthSchema = `
ALTER TABLE households ADD COLUMN sizes text NOT NULL DEFAULT '[]'; -- child, its visitors, and those of them here, as JSON
UPDATE households h SET sizes = counted.sizes
  FROM (
    SELECT household, json_agg(json_build_array(child, visitors, here) ORDER BY child)::text AS sizes
    FROM (
      SELECT household, split_part(path, '/', 2) AS child, count(*) - 1 AS visitors,
        count(*) FILTER (WHERE strpos(body, '"openVisit":"') > 0) AS here
      FROM documents
      WHERE path LIKE 'children/%' AND split_part(path, '/', 3) <> 'visits' AND body IS NOT NULL
      GROUP BY household, child
    ) AS of_children GROUP BY household
  ) AS counted WHERE counted.household = h.id;

-- Security events that their parent sees, and secrets of the installation.
CREATE TABLE activity (
  uid text COLLATE "C" NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
  key text COLLATE "C" NOT NULL, -- what happened alike on one day shares one
  at text COLLATE "C" NOT NULL, -- the last time
  times integer NOT NULL,
  body text NOT NULL,
  expires_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (uid, key)
);
CREATE INDEX activity_by_end ON activity (expires_at);
CREATE TABLE secrets (name text COLLATE "C" PRIMARY KEY, value text NOT NULL);

CREATE TABLE purges ( -- removed children, of which rows are left to delete
  household text COLLATE "C" NOT NULL REFERENCES households (id) ON DELETE CASCADE,
  path text COLLATE "C" NOT NULL,
  PRIMARY KEY (household, path)
);

-- The epoch of the database, and its home, by which a restored copy is told. Filled in at the start.
CREATE TABLE store_epoch (epoch text COLLATE "C" NOT NULL, home text COLLATE "C" NOT NULL);
INSERT INTO store_epoch (epoch, home) VALUES ('', '');
`;
