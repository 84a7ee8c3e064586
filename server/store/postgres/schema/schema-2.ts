/** As in the SQLite store: removals can be forgotten, and the floor tells up to which version they may be. */
export const secondSchema = `
ALTER TABLE households ADD COLUMN floor bigint NOT NULL DEFAULT 0;
CREATE INDEX removals ON documents (household, version) WHERE body IS NULL;
`;
