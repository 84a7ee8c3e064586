/** Tombstones can be purged: up to the version in `floor` a household may lack some. */
export const secondSchema = `
ALTER TABLE households ADD COLUMN floor INTEGER NOT NULL DEFAULT 0;
CREATE INDEX removals ON documents (household, version) WHERE body IS NULL;
`;
