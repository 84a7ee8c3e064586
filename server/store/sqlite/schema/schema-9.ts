/** What is kept for 14 days after a restore, so that phones bring back what the backup lacked in the order it happened. */
export const ninthSchema = `
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
