/** As in the SQLite store: a hash that was given once stays when its link is over, and nothing with it; so does an invitation's. */
export const eighthSchema = `
-- In the order in which a tap locks them: a server of the version before may still run.
LOCK TABLE households, visit_links IN ACCESS EXCLUSIVE MODE;
ALTER TABLE visit_links ALTER COLUMN household DROP NOT NULL, ALTER COLUMN path DROP NOT NULL, ALTER COLUMN made_at DROP NOT NULL,
  DROP CONSTRAINT visit_links_household_fkey, ADD FOREIGN KEY (household) REFERENCES households (id) ON DELETE SET NULL;
INSERT INTO visit_links (hash) SELECT hash FROM tickets WHERE kind = 'parent-invite' ON CONFLICT DO NOTHING;
DROP INDEX visit_links_by_household;
DROP INDEX visit_links_by_age;
CREATE INDEX visit_links_by_household ON visit_links (household) WHERE household IS NOT NULL;
CREATE INDEX visit_links_by_age ON visit_links (made_at) WHERE household IS NOT NULL;

-- What is kept for 14 days after a restore.
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
