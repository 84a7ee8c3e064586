/** As in the SQLite store: what is kept for 14 days after a restore. */
export const eighthSchema = `
CREATE TABLE after_restore (
  household text COLLATE "C" NOT NULL REFERENCES households (id) ON DELETE CASCADE,
  child text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL, -- the kind of row, then a path or an op
  body text NOT NULL, -- as JSON
  PRIMARY KEY (household, child, key)
);
ALTER TABLE store_epoch ADD COLUMN restored_at bigint; -- in ms since 1970; null if never
ALTER TABLE store_epoch ADD COLUMN restored_from bigint; -- the last change that the backup held
`;
