/** Removals can be forgotten: up to its floor a household no longer knows all that was removed. */
export const secondSchema = `
ALTER TABLE households ADD COLUMN floor INTEGER NOT NULL DEFAULT 0;
CREATE INDEX removals ON documents (household, version) WHERE body IS NULL;
`;
